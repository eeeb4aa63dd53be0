package reading

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func (p *program) report(all []checked, output string) []byte {
	if output == cli.FormatJSON {
		values := make([]strictjson.Value, len(all))
		for i, c := range all {
			values[i] = c.value()
		}
		return p.term.Out.JSON(strictjson.Array(values...))
	}
	var text []byte
	for _, c := range all {
		text = append(text, c.page()...)
	}
	return text
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func (c checked) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", page.Plain(c.file))
	switch {
	case c.fault != nil:
		b.WriteString("cannot be read\n")
	case len(c.Reasons) == 0:
		fmt.Fprintf(&b, "supported, %s", counted(len(c.fields), "field"))
	default:
		fmt.Fprintf(&b, "not supported, %s", counted(len(c.Reasons), "reason"))
	}
	if c.fault != nil {
		return b.String()
	}
	if len(c.Changes) > 0 {
		b.WriteString(", " + counted(len(c.Changes), "change"))
	}
	b.WriteString("\n")
	for _, reason := range c.Reasons {
		fmt.Fprintf(&b, "  %s: %s\n", place(reason.Pointer), page.Plain(reason.Message))
		if reason.WayOut != "" {
			fmt.Fprintf(&b, "      way out: %s\n", page.Plain(reason.WayOut))
		}
	}
	for _, change := range c.Changes {
		fmt.Fprintf(&b, "  changed %s: %s\n", place(change.Pointer), page.Plain(change.Message))
	}
	for _, f := range c.strict {
		fmt.Fprintf(&b, "  %s %s: %s\n", f.effect, place(f.pointer), page.Plain(f.message))
	}
	return b.String()
}

func place(pointer string) string {
	if pointer == "" {
		return "(root)"
	}
	return page.Plain(pointer)
}

func (c checked) value() strictjson.Value {
	members := []strictjson.Member{
		strictjson.Field("file", strictjson.String(c.file)),
		strictjson.Field("supported", strictjson.Bool(c.supported())),
		strictjson.Field("fields", strictjson.Strings(c.fields)),
		strictjson.Field("reasons", strictjson.Array(c.reasons()...)),
		strictjson.Field("changes", strictjson.Array(c.changes()...)),
	}
	if c.strict != nil {
		members = append(members, strictjson.Field("strict", strictjson.Array(strictValues(c.strict)...)))
	}
	if c.fault != nil {
		members = append(members, strictjson.Field("fault", strictjson.String(c.fault.Error())))
	}
	return strictjson.Object(members...)
}

// reasons lists what stands against the file as a plain schema. What was changed about the text as a whole is
// among it, with `left` false: whoever writes such files may want to know.
func (c checked) reasons() []strictjson.Value {
	var values []strictjson.Value
	for _, change := range c.Changes {
		if change.OfText {
			reason := schema.Reason{Message: change.Message, WayOut: "nothing needs to be done: " + change.Message}
			values = append(values, reasonValue(reason, false))
		}
	}
	for _, reason := range c.Reasons {
		values = append(values, reasonValue(reason, true))
	}
	return values
}

func reasonValue(reason schema.Reason, left bool) strictjson.Value {
	return strictjson.Object(
		strictjson.Field("code", strictjson.String(string(codeOf(reason)))),
		strictjson.Field("pointer", strictjson.String(reason.Pointer)),
		strictjson.Field("keyword", strictjson.String(reason.Keyword)),
		strictjson.Field("message", strictjson.String(reason.Message)),
		strictjson.Field("wayOut", optional(reason.WayOut)),
		strictjson.Field("left", strictjson.Bool(left)),
	)
}

func (c checked) changes() []strictjson.Value {
	values := make([]strictjson.Value, len(c.Changes))
	for i, change := range c.Changes {
		values[i] = strictjson.Object(
			strictjson.Field("pointer", strictjson.String(change.Pointer)),
			strictjson.Field("message", strictjson.String(change.Message)),
		)
	}
	return values
}

func strictValues(found []finding) []strictjson.Value {
	values := make([]strictjson.Value, len(found))
	for i, f := range found {
		values[i] = strictjson.Object(
			strictjson.Field("effect", strictjson.String(f.effect)),
			strictjson.Field("pointer", strictjson.String(f.pointer)),
			strictjson.Field("keyword", strictjson.String(f.keyword)),
			strictjson.Field("message", strictjson.String(f.message)),
		)
	}
	return values
}

// codeOf is the code with which the reason would refuse an instance, if it stood alone.
func codeOf(reason schema.Reason) intent.Code {
	if reason.Limit {
		return intent.LimitExceeded
	}
	return intent.SchemaUnsupported
}

func optional(text string) strictjson.Value {
	if text == "" {
		return strictjson.Null()
	}
	return strictjson.String(text)
}
