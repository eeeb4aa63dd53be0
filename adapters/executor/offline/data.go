package offline

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// dataCandidate is the candidate of stage data (contract section 5).
type dataCandidate struct {
	Data              strictjson.Value `json:"data"`
	Evidence          []evidence       `json:"evidence"`
	DescriptionChecks []verdict        `json:"descriptionChecks"`
	FieldResults      []fieldResult    `json:"fieldResults"`
	Issues            []issue          `json:"issues"`
}

type quote struct {
	SourceID string `json:"sourceId"`
	Quote    string `json:"quote"`
}

type evidence struct {
	Path    string  `json:"path"`
	Mode    string  `json:"mode"`
	Sources []quote `json:"sources"`
}

type verdict struct {
	Path        string  `json:"path"`
	Verdict     string  `json:"verdict"`
	Explanation string  `json:"explanation"`
	Sources     []quote `json:"sources"`
}

type fieldResult struct {
	Path        string `json:"path"`
	Status      string `json:"status"`
	Explanation string `json:"explanation"`
}

type issue struct {
	Code     intent.Code     `json:"code"`
	Category intent.Category `json:"category"`
	Path     string          `json:"path"`
	Message  string          `json:"message"`
}

// values is what was found for a node of the schema: its value, the evidence under it with paths
// relative to it, and why there is none.
type values struct {
	value    strictjson.Value
	found    bool
	evidence []evidence
	code     intent.Code // of the problem that kept it from being found, "" for none
}

// permissive are limits that no schema which an instance has accepted can pass in practice.
var permissive = schema.Limits{MaxBytes: 1 << 30, MaxDepth: 1 << 10, MaxProperties: 1 << 20}

// data reads the selected fields.
func (p payload) data(ctx context.Context, r *reading) (dataCandidate, error) {
	definition, reasons := schema.Read(p.SelectedSchema, permissive)
	if len(reasons) > 0 {
		return dataCandidate{}, errors.New("the selected schema is not the contract's")
	}
	projection := definition.Project(p.SelectedFields)
	f := newFinder(ctx, p, r)
	root := projection.Root()
	f.claimLabelled(root)
	out := dataCandidate{Evidence: []evidence{}, DescriptionChecks: []verdict{},
		FieldResults: []fieldResult{}, Issues: []issue{}}
	var members []strictjson.Member
	for _, name := range p.SelectedFields {
		if err := ctx.Err(); err != nil {
			return dataCandidate{}, err
		}
		v := f.node(name, root.Property(name), nil)
		if v.found && !f.satisfies(root.Property(name), v.value) {
			v = values{code: intent.DataConstraintViolated}
		}
		path := strictjson.AppendName("/data", name)
		if v.found {
			members = append(members, strictjson.Member{Name: name, Value: v.value})
			for _, e := range v.evidence {
				e.Path = path + e.Path
				out.Evidence = append(out.Evidence, e)
			}
		}
		out.conclude(r.w, path, name, v, projection.Required(name))
	}
	out.Data = strictjson.Object(members...)
	out.describe(f, projection)
	return out, ctx.Err()
}

// conclude writes a field's result, and an issue where the schema requires what was not found.
func (c *dataCandidate) conclude(w *wording, path, name string, v values, required bool) {
	status, text := "extracted", w.extracted
	switch {
	case v.found:
	case required:
		code, form := intent.DataRequiredMissing, w.missing
		switch v.code {
		case intent.DataAmbiguous:
			code, form = v.code, w.ambiguous
		case intent.DataConstraintViolated:
			form = w.broken
		case intent.DataRequiredMissing:
			form = w.missingIn
		}
		status, text = "issue", fill(form, strictjson.CutName(name))
		category, _ := intent.BusinessCategory(code)
		c.Issues = append(c.Issues, issue{code, category, path, text})
	case v.code == intent.DataAmbiguous:
		status, text = "not_provided", fill(w.ambiguous, strictjson.CutName(name))
	default:
		status, text = "not_provided", w.absent
	}
	c.FieldResults = append(c.FieldResults, fieldResult{path, status, text})
}

// describe gives each described node its verdict.
func (c *dataCandidate) describe(f *finder, p *schema.Projection) {
	judged, stopped := schema.Evaluate(p, c.Data, f.stopped)
	if stopped {
		return
	}
	for _, at := range judged.Described {
		path := "/data" + at
		texts := descriptionsAt(p.Root(), at)
		sources := c.sourcesUnder(path)
		if len(sources) == 0 {
			sources = []quote{f.anyQuote()}
		}
		word, why := f.judge(texts, c.leafAt(path))
		c.DescriptionChecks = append(c.DescriptionChecks, verdict{path, word, why, sources})
	}
}

func (c *dataCandidate) sourcesUnder(path string) []quote {
	for _, e := range c.Evidence {
		if e.Path == path || strings.HasPrefix(e.Path, path+"/") {
			return e.Sources
		}
	}
	return nil
}

// leafAt gives the value at a path where that is a leaf.
func (c *dataCandidate) leafAt(path string) *strictjson.Value {
	tokens, err := strictjson.SplitPointer(strings.TrimPrefix(path, "/data"))
	if err != nil {
		return nil
	}
	v, ok := c.Data.Resolve(tokens)
	if !ok || v.Kind() == strictjson.KindObject || v.Kind() == strictjson.KindArray {
		return nil
	}
	return &v
}

// descriptionsAt collects the descriptions that may apply to a node, in all branches.
func descriptionsAt(root *schema.Node, at string) []string {
	tokens, err := strictjson.SplitPointer(at)
	if err != nil {
		return nil
	}
	nodes := []*schema.Node{root}
	for depth := 0; ; depth++ {
		nodes = withBranches(nodes)
		if depth == len(tokens) {
			break
		}
		var below []*schema.Node
		for _, n := range nodes {
			if sub := n.Property(tokens[depth]); sub != nil {
				below = append(below, sub)
				continue
			}
			below = append(below, n.Under("items")...)
			below = append(below, n.Under("additionalProperties")...)
		}
		nodes = below
	}
	var out []string
	for _, n := range nodes {
		if n.Described() {
			if d, ok := n.Definition().Lookup("description"); ok {
				out = append(out, d.Text())
			} else if n == root {
				out = append(out, "")
			}
		}
	}
	return out
}

func withBranches(nodes []*schema.Node) []*schema.Node {
	for i := 0; i < len(nodes) && len(nodes) < 256; i++ {
		for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
			nodes = append(nodes, nodes[i].Under(keyword)...)
		}
	}
	return slices.Clone(nodes)
}
