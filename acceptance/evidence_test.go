package acceptance_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/world"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// anything is a schema of one field that takes every value, and a good candidate for it.
var anything = world.Schema(`"a":{}`)

func ofA(value any) world.Tree { return world.DataOf(world.Tree{"a": value}, "two") }

var _ = Describe("5.2 Evidence: every leaf and empty container has one entry", Label("clause:5.2"), func() {
	leaves := func() world.Tree {
		return world.Tree{"s": "two", "n": 2, "b": true, "z": nil, "o": world.Tree{}, "l": []any{},
			"in": []any{world.Tree{"x": []any{"two"}}}}
	}
	var each []TableEntry
	for _, path := range []string{"/s", "/n", "/b", "/z", "/o", "/l", "/in/0/x/0"} {
		each = append(each, Entry(path, path))
	}

	DescribeTable("misses the entry of",
		func(ctx SpecContext, path string) {
			of := ofA(leaves())
			list := of["evidence"].([]any)
			for i, entry := range list {
				if entry.(world.Tree)["path"] == "/data/a"+path {
					of["evidence"] = append(list[:i:i], list[i+1:]...)
				}
			}
			refused(ctx, candidate{of: of, schema: anything}, "/data/a"+path)
		}, each)

	It("asks for none for a container that holds something, and names all that are missing", func(ctx SpecContext) {
		of := ofA(leaves())
		Expect(of["evidence"]).To(HaveLen(7))
		accepted(ctx, candidate{of: of, schema: anything})
		of = world.Edited(ofA(leaves()), world.Set("/evidence", []any{}))
		Expect(mistakesOf(ctx, candidate{of: of, schema: anything})).To(HaveLen(7))
	})

	It("lets an entry name a container below /data, too", func(ctx SpecContext) {
		for _, path := range []string{"/data/a", "/data/a/in", "/data/a/in/0", "/data/a/in/0/x"} {
			of := world.Edited(ofA(leaves()), world.Append("/evidence", world.Evidence(path, "semantic", "two")))
			accepted(ctx, candidate{of: of, schema: anything})
		}
	})

	It("takes an entry of a container for none of its leaves", func(ctx SpecContext) {
		of := world.Edited(ofA([]any{"two"}), world.Set("/evidence/0/path", "/data/a"))
		refused(ctx, candidate{of: of, schema: anything}, "/data/a/0")
	})

	It("takes entries in any order", func(ctx SpecContext) {
		of := ofA([]any{"two", 2})
		list := of["evidence"].([]any)
		list[0], list[1] = list[1], list[0]
		accepted(ctx, candidate{of: of, schema: anything})
	})
})

type pointed struct {
	path   string
	points bool
}

var _ = Describe("5.2 Evidence: paths", Label("clause:5.2"), func() {
	value := func() world.Tree {
		return world.Tree{"l": []any{world.Tree{"x": 1}, world.Tree{}}, "a/b": world.Tree{"y": 1}, "m~n": world.Tree{"y": 1},
			"": world.Tree{"y": 1}, "~1": world.Tree{"y": 1}, "0": world.Tree{"y": 1}, "é": world.Tree{"y": 1}}
	}
	DescribeTable("of containers, too",
		func(ctx SpecContext, tc pointed) {
			of := world.Edited(ofA(value()), world.Append("/evidence", world.Evidence(tc.path, "semantic", "two")))
			last := fmt.Sprintf("/evidence/%d/path", len(of["evidence"].([]any))-1)
			if tc.points {
				accepted(ctx, candidate{of: of, schema: anything})
				return
			}
			refused(ctx, candidate{of: of, schema: anything}, last)
		},
		Entry("an item", pointed{"/data/a/l/0", true}),
		Entry("an escaped slash", pointed{"/data/a/a~1b", true}),
		Entry("an escaped tilde", pointed{"/data/a/m~0n", true}),
		Entry("an escaped tilde before 1", pointed{"/data/a/~01", true}),
		Entry("an empty name", pointed{"/data/a/", true}),
		Entry("digits as a name", pointed{"/data/a/0", true}),
		Entry("a letter outside ASCII", pointed{"/data/a/é", true}),

		Entry("a second entry for the last item", pointed{"/data/a/l/1", false}),
		Entry("an item past the end", pointed{"/data/a/l/2", false}),
		Entry("a leading zero", pointed{"/data/a/l/00", false}),
		Entry("a leading zero before a digit", pointed{"/data/a/l/01", false}),
		Entry("the end of an array", pointed{"/data/a/l/-", false}),
		Entry("a negative index", pointed{"/data/a/l/-1", false}),
		Entry("a signed index", pointed{"/data/a/l/+0", false}),
		Entry("an exponent", pointed{"/data/a/l/0e0", false}),
		Entry("an index with space", pointed{"/data/a/l/ 0", false}),
		Entry("an index of other digits", pointed{"/data/a/l/٠", false}),
		Entry("an index beyond all integers", pointed{"/data/a/l/18446744073709551616", false}),
		Entry("the name of an array", pointed{"/data/a/l/length", false}),
		Entry("an unescaped slash", pointed{"/data/a/a/b", false}),
		Entry("an unescaped tilde", pointed{"/data/a/m~n", false}),
		Entry("a tilde at the end", pointed{"/data/a/m~", false}),
		Entry("~2", pointed{"/data/a/m~2n", false}),
		Entry("an escape of URIs", pointed{"/data/a/a%2Fb", false}),
		Entry("a fragment", pointed{"#/data/a/l", false}),
		Entry("no slash first", pointed{"data/a/l", false}),
		Entry("a slash last", pointed{"/data/a/l/", false}),
		Entry("below a leaf", pointed{"/data/a/l/0/x/y", false}),
		Entry("another case", pointed{"/data/a/L", false}),
		Entry("nothing", pointed{"/data/a/nothing", false}),
		Entry("a decomposed letter", pointed{"/data/a/e\u0301", false}),
		Entry("/data itself", pointed{"/data", false}),
		Entry("the root", pointed{"", false}),
		Entry("outside data", pointed{"/evidence/0", false}),
		Entry("outside data, a leaf", pointed{"/fieldResults/0/path", false}),
		Entry("a name that begins like data", pointed{"/data2/a", false}),
		Entry("dotted", pointed{"data.a.l", false}),
	)

	It("come once each", func(ctx SpecContext) {
		of := world.Edited(ofA("two"), world.Append("/evidence", world.Evidence("/data/a", "exact", "two"),
			world.Evidence("/data/a", "semantic", "two")))
		refused(ctx, candidate{of: of, schema: anything}, "/evidence/1/path", "/evidence/2/path")
	})

	It("come once each for a container too", func(ctx SpecContext) {
		twice := world.Evidence("/data/a", "semantic", "two")
		of := world.Edited(ofA([]any{2}), world.Append("/evidence", twice, twice))
		refused(ctx, candidate{of: of, schema: anything}, "/evidence/2/path")
	})
})

type sourced struct {
	sources []any
	at      []string // below the entry; none where it passes
}

func source(id, quote string) world.Tree { return world.Tree{"sourceId": id, "quote": quote} }

var _ = Describe("5.2 Evidence: sources", Label("clause:5.2"), func() {
	const input = "Two  parcels, \"now\";\ttwo of them.\r\nStraße\u00a01 caf\u00e9 😀"
	spoken := intent.ContextMessages(intent.Message{Role: intent.RoleUser, Content: "three boxes"},
		intent.Message{Role: intent.RoleAssistant, Content: "four bags"}, intent.Message{Role: intent.RoleTool, Content: ""})

	DescribeTable("are judged one by one, byte for byte",
		func(ctx SpecContext, tc sourced) {
			of := world.Edited(ofA(2), world.Set("/evidence/0/sources", tc.sources))
			c := candidate{of: of, schema: anything, input: input, context: spoken}
			if tc.at == nil {
				accepted(ctx, c)
				return
			}
			var at []string
			for _, below := range tc.at {
				at = append(at, "/evidence/0/sources"+below)
			}
			refused(ctx, c, at...)
		},
		Entry("of the input", sourced{sources: []any{source("input", "Two  parcels")}}),
		Entry("the whole input", sourced{sources: []any{source("input", input)}}),
		Entry("of a message", sourced{sources: []any{source("context:0", "three")}}),
		Entry("of the assistant", sourced{sources: []any{source("context:1", "bags")}}),
		Entry("of several", sourced{sources: []any{source("input", "Two"), source("context:0", "boxes")}}),
		Entry("the same twice", sourced{sources: []any{source("input", "Two"), source("input", "Two")}}),
		Entry("one letter", sourced{sources: []any{source("input", "T")}}),
		Entry("with blanks at its ends", sourced{sources: []any{source("input", "  parcels, ")}}),
		Entry("across lines", sourced{sources: []any{source("input", "them.\r\nStraße")}}),
		Entry("an emoji", sourced{sources: []any{source("input", "😀")}}),

		Entry("none", sourced{[]any{}, []string{""}}),
		Entry("an empty quote", sourced{[]any{source("input", "")}, []string{"/0/quote"}}),
		Entry("a blank quote that occurs", sourced{[]any{source("input", "  ")}, []string{"/0/quote"}}),
		Entry("a no-break space that occurs", sourced{[]any{source("input", "\u00a0")}, []string{"/0/quote"}}),
		Entry("another case", sourced{[]any{source("input", "two parcels")}, []string{"/0/quote"}}),
		Entry("one space for two", sourced{[]any{source("input", "Two parcels")}, []string{"/0/quote"}}),
		Entry("a line feed for two characters", sourced{[]any{source("input", "them.\nStraße")}, []string{"/0/quote"}}),
		Entry("a decomposed letter", sourced{[]any{source("input", "cafe\u0301")}, []string{"/0/quote"}}),
		Entry("a folded letter", sourced{[]any{source("input", "Strasse")}, []string{"/0/quote"}}),
		Entry("curly quotes", sourced{[]any{source("input", "“now”")}, []string{"/0/quote"}}),
		Entry("a gap", sourced{[]any{source("input", "Two … now")}, []string{"/0/quote"}}),
		Entry("of another material", sourced{[]any{source("input", "three boxes")}, []string{"/0/quote"}}),
		Entry("of the other message", sourced{[]any{source("context:1", "three boxes")}, []string{"/0/quote"}}),
		Entry("of an empty material", sourced{[]any{source("context:2", "four")}, []string{"/0/quote"}}),
		Entry("across materials", sourced{[]any{source("context:0", "boxesfour")}, []string{"/0/quote"}}),
		Entry("a material that is not there", sourced{[]any{source("context:3", "Two")}, []string{"/0/sourceId"}}),
		Entry("a material's id with a zero", sourced{[]any{source("context:00", "three")}, []string{"/0/sourceId"}}),
		Entry("a payload key", sourced{[]any{source("currentInput", "Two")}, []string{"/0/sourceId"}}),
		Entry("the schema", sourced{[]any{source("schema", "Two")}, []string{"/0/sourceId"}}),
		Entry("another case of the id", sourced{[]any{source("INPUT", "Two")}, []string{"/0/sourceId"}}),
		Entry("good and bad", sourced{
			[]any{source("input", "Two"), source("nowhere", "x"), source("input", "Too")},
			[]string{"/1/sourceId", "/2/quote"},
		}),
	)

	It("find a background text as context:0", func(ctx SpecContext) {
		of := world.Edited(ofA(2), world.Set("/evidence/0/sources", []any{source("context:0", "five")}))
		accepted(ctx, candidate{of: of, schema: anything, context: intent.ContextText("five crates")})
		refused(ctx, candidate{of: of, schema: anything}, "/evidence/0/sources/0/sourceId")
	})

	It("may not be the normalized text", func(ctx SpecContext) {
		of := world.Edited(ofA(2), world.Set("/evidence/0/sources/0/quote", "without calling"))
		refused(ctx, candidate{of: of, schema: anything}, "/evidence/0/sources/0/quote")
	})

	It("are found however many there are", func(ctx SpecContext) {
		var list []any
		for i := range 300 {
			list = append(list, source("input", strings.Repeat("ab", i)+"!"))
		}
		of := world.Edited(ofA(2), world.Set("/evidence/0/sources", list))
		accepted(ctx, candidate{of: of, schema: anything, input: strings.Repeat("ab", 300) + "!"})
		of = world.Edited(ofA(2), world.Set("/evidence/0/sources", append(list, source("input", "ba!"))))
		refused(ctx, candidate{of: of, schema: anything, input: strings.Repeat("ab", 300) + "!"},
			"/evidence/0/sources/300/quote")
	})
})

type moded struct {
	value  any
	mode   string
	quotes []string
	passes bool
}

var _ = Describe("5.2 Evidence: modes", Label("clause:5.2"), func() {
	DescribeTable("exact is for strings that equal one of their quotes; semantic for what is derived",
		func(ctx SpecContext, tc moded) {
			of := world.Edited(ofA(tc.value), world.Set("/evidence/0/mode", tc.mode), world.Set("/evidence/0/sources", []any{}))
			for _, quote := range tc.quotes {
				world.Append("/evidence/0/sources", source("input", quote))(of)
			}
			c := candidate{of: of, schema: anything, input: "Ship 000771 to Lisbon: true, null, 2, [] and {} \"x\"."}
			if tc.passes {
				accepted(ctx, c)
				return
			}
			refused(ctx, c, "/evidence/0/mode")
		},
		Entry("the quote", moded{"000771", "exact", []string{"000771"}, true}),
		Entry("one of the quotes", moded{"000771", "exact", []string{"Ship 000771", "000771"}, true}),
		Entry("the unescaped text", moded{`"x"`, "exact", []string{`"x"`}, true}),
		Entry("a part of the quote", moded{"000771", "exact", []string{"Ship 000771"}, false}),
		Entry("more than the quote", moded{"Ship 000771", "exact", []string{"000771"}, false}),
		Entry("two quotes together", moded{"Ship000771", "exact", []string{"Ship", "000771"}, false}),
		Entry("another case", moded{"lisbon", "exact", []string{"Lisbon"}, false}),
		Entry("a space more", moded{"Lisbon ", "exact", []string{"Lisbon"}, false}),
		Entry("zeros dropped", moded{"771", "exact", []string{"000771"}, false}),
		Entry("a number", moded{2, "exact", []string{"2"}, false}),
		Entry("a boolean", moded{true, "exact", []string{"true"}, false}),
		Entry("null", moded{nil, "exact", []string{"null"}, false}),
		Entry("an empty list", moded{[]any{}, "exact", []string{"[]"}, false}),
		Entry("an empty object", moded{world.Tree{}, "exact", []string{"{}"}, false}),
		Entry("an empty text", moded{"", "exact", []string{"Lisbon"}, false}),

		Entry("a number, derived", moded{2, "semantic", []string{"2"}, true}),
		Entry("a boolean, derived", moded{false, "semantic", []string{"true"}, true}),
		Entry("null, derived", moded{nil, "semantic", []string{"null"}, true}),
		Entry("an empty list, derived", moded{[]any{}, "semantic", []string{"[]"}, true}),
		Entry("a mapped string", moded{"LIS", "semantic", []string{"Lisbon"}, true}),
		Entry("a string that equals its quote, called semantic", moded{"Lisbon", "semantic", []string{"Lisbon"}, true}),
	)

	It("does not prove that a value follows from its quote: that review is the caller's", func(ctx SpecContext) {
		of := world.Edited(ofA(99), world.Set("/evidence/0/sources", []any{source("input", "two parcels")}))
		Expect(accepted(ctx, candidate{of: of, schema: anything})).To(Equal(`{"a":99}`))
	})

	It("holds for entries of containers too", func(ctx SpecContext) {
		of := world.Edited(ofA([]any{"two"}), world.Append("/evidence", world.Evidence("/data/a", "exact", "two")))
		refused(ctx, candidate{of: of, schema: anything}, "/evidence/1/mode")
	})
})
