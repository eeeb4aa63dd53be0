package candidate

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// key is one key of a closed object and what its value must be, in words.
type key struct{ name, expects string }

// What the shapes of sections 4 and 5 ask for, in words.
const (
	wantText     = "a non-blank string"
	wantTextNull = "a non-blank string or null"
	wantTexts    = "an array of non-blank strings"
)

// The methods below judge one value each. They accept a nil node and say nothing of it: that a key is
// missing was reported where its object was judged.

// object checks a closed object: every key is there, no other. It reports false for all but objects.
func (r *report) object(n *node, keys []key) bool {
	if n == nil {
		return false
	}
	if n.value.Kind() != strictjson.KindObject {
		if n.parent == nil && quoted(n.value) {
			r.add(n, RuleType,
				"is a string that holds the JSON object, expected the object itself, without quotation marks")
			return false
		}
		r.wrong(n, "an object with the keys "+names(keys))
		return false
	}
	for i := range n.children {
		if !slices.ContainsFunc(keys, func(k key) bool { return k.name == n.children[i].name() }) {
			r.add(&n.children[i], RuleUnknown, "is not a key of this object, expected only "+names(keys))
		}
	}
	for _, k := range keys {
		if n.child(k.name) == nil {
			r.absent(n, "/"+k.name, RuleMissing, "is missing, expected "+k.expects)
		}
	}
	return true
}

func names(keys []key) string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.name
	}
	return strings.Join(list, ", ")
}

func (r *report) wrong(n *node, expects string) {
	r.add(n, RuleType, "is "+n.value.Kind().WithArticle()+", expected "+expects)
}

// array checks that a value is an array and gives its items.
func (r *report) array(n *node, expects string) []node {
	if n == nil {
		return nil
	}
	if n.value.Kind() != strictjson.KindArray {
		r.wrong(n, expects)
		return nil
	}
	return n.children
}

// text checks a string that must not be blank; "" where it is not one.
func (r *report) text(n *node, expects string) string {
	switch {
	case n == nil:
		return ""
	case n.value.Kind() != strictjson.KindString:
		r.wrong(n, expects)
	case text.Blank(n.value.Text()):
		r.add(n, RuleBlank, "is blank, expected "+expects)
	default:
		return n.value.Text()
	}
	return ""
}

// optional checks a string that may be null.
func (r *report) optional(n *node) *string {
	if n == nil || n.value.IsNull() {
		return nil
	}
	text := r.text(n, wantTextNull)
	return &text
}

// texts checks an array of strings; it never gives nil.
func (r *report) texts(n *node) []string {
	items := r.array(n, wantTexts)
	list := make([]string, len(items))
	for i := range items {
		if !r.goOn() {
			break
		}
		list[i] = r.text(&items[i], wantText)
	}
	return list
}

// word checks a string against the words allowed; "" if it is none of them.
func word[W ~string](r *report, n *node, rule string, words ...W) W {
	if n == nil {
		return ""
	}
	if n.value.Kind() != strictjson.KindString {
		r.wrong(n, oneOf(words))
		return ""
	}
	if !slices.Contains(words, W(n.value.Text())) {
		r.add(n, rule, "is not a word allowed here, expected "+oneOf(words))
		return ""
	}
	return W(n.value.Text())
}

func oneOf[W ~string](words []W) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	return "one of " + strings.Join(list, ", ")
}

// read decodes a candidate within the limits. What the strict reader refuses is a limit's error or
// one mistake: it ends at the first fault.
func read(text string, stage intent.Stage, limits intent.Limits) (*node, Mistakes, error) {
	root, err := strictjson.DecodeText(text, strictjson.Options{
		MaxBytes: limits.MaxOutputBytes,
		MaxDepth: limits.MaxCandidateDepth,
		MaxNodes: limits.MaxCandidateNodes,
	})
	if err != nil {
		return unread(err, text, stage)
	}
	return newTree(root), nil, nil
}

func unread(err error, text string, stage intent.Stage) (*node, Mistakes, error) {
	fault, ok := err.(*strictjson.Error) //nolint:errorlint // Decode promises exactly this type
	switch {
	case !ok:
		return nil, Mistakes{{Rule: RuleJSON, Message: "cannot be read, expected one JSON object"}}, nil
	case fault.Kind.Limit():
		return nil, nil, limitPassed(fault, text, stage)
	default:
		message := fault.Reason + ", expected " + wantStrict(fault.Kind)
		if said := wrapping(text); said != "" {
			message = fault.Reason + "; the candidate is " + said + ", expected the JSON object alone"
		}
		return nil, Mistakes{{strictjson.CutPointer(fault.Pointer), RuleJSON, message}}, nil
	}
}

// limitPassed names the limit that the strict reader found passed, which knows only what it counted.
func limitPassed(fault *strictjson.Error, text string, stage intent.Stage) error {
	most := int64(fault.Most)
	limit := intent.Limit{Name: "maxOutputBytes", Got: int64(len(text)), Most: most}
	switch fault.Kind {
	case strictjson.TooDeep:
		limit = intent.Limit{Name: "maxCandidateDepth", Got: most + 1, Most: most}
	case strictjson.TooMany:
		limit = intent.Limit{Name: "maxCandidateNodes", Got: most + 1, Most: most}
	}
	return intent.NewLimitError(stage, limit, "the candidate has "+fault.Reason+" ("+limit.Name+")")
}

// wantStrict says what would have been read, as near to the fault as its kind tells.
func wantStrict(kind strictjson.ErrorKind) string {
	switch kind {
	case strictjson.Number:
		return "a number that an IEEE 754 double keeps exactly, integers within ±(2^53−1)"
	case strictjson.Duplicate:
		return "every name once in an object"
	default:
		return "one strict JSON object and nothing else"
	}
}
