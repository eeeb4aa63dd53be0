package offline

import (
	"context"
	"errors"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/extract"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/wording"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// dataCandidate is the candidate of stage data (contract section 5).
type dataCandidate struct {
	Data              strictjson.Value   `json:"data"`
	Evidence          []extract.Evidence `json:"evidence"`
	DescriptionChecks []verdict          `json:"descriptionChecks"`
	FieldResults      []fieldResult      `json:"fieldResults"`
	Issues            []issue            `json:"issues"`
}

type verdict struct {
	Path        string          `json:"path"`
	Verdict     string          `json:"verdict"`
	Explanation string          `json:"explanation"`
	Sources     []extract.Quote `json:"sources"`
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

// data reads the selected fields.
func (p payload) data(
	ctx context.Context,
	r *clause.Reading,
	words *lexicon.Lexicon,
	w wording.Texts,
) (dataCandidate, error) {
	definition, reasons := schema.Read(p.SelectedSchema, extract.Permissive())
	if len(reasons) > 0 {
		return dataCandidate{}, errors.New("the selected schema is not the contract's")
	}
	projection := definition.Project(p.SelectedFields)
	stop := func() bool { return ctx.Err() != nil }
	f := extract.NewFinder(projection.Root(), p.sources(r, words), words, stop)
	out := dataCandidate{
		Evidence:          []extract.Evidence{},
		DescriptionChecks: []verdict{},
		FieldResults:      []fieldResult{},
		Issues:            []issue{},
	}
	var members []strictjson.Member
	for _, name := range p.SelectedFields {
		if err := ctx.Err(); err != nil {
			return dataCandidate{}, err
		}
		v := f.Find(name, projection.Root().Property(name))
		path := strictjson.AppendName("/data", name)
		if v.Found {
			members = append(members, strictjson.Field(name, v.Value))
			for _, e := range v.Evidence {
				e.Path = path + e.Path
				out.Evidence = append(out.Evidence, e)
			}
		}
		out.conclude(w, path, name, v, projection.Required(name))
	}
	out.Data = strictjson.Object(members...)
	out.describe(f, projection, w, stop, extract.Quote{SourceID: "input", Quote: p.CurrentInput})
	return out, ctx.Err()
}

// sources are the request and, from the newest, what the user, tools and the background said before.
func (p payload) sources(r *clause.Reading, words *lexicon.Lexicon) []*extract.Source {
	out := []*extract.Source{extract.NewSource("input", r)}
	for i := len(p.Context) - 1; i >= 0; i-- {
		if m := p.Context[i]; m.Role != "assistant" && m.Content != "" {
			out = append(
				out,
				extract.NewSource(m.SourceID, clause.Read(token.Cut(m.Content, words), words, nil)),
			)
		}
	}
	return out
}

// conclude writes a field's result, and an issue if the field has a problem or is required and missing.
func (c *dataCandidate) conclude(w wording.Texts, path, name string, v extract.Value, required bool) {
	status, text := "extracted", w.Extracted
	if v.Problem == "" && !v.Found && required {
		v.Problem = intent.DataRequiredMissing
	}
	if v.Problem == intent.DataRequiredMissing && !required {
		v.Problem = ""
	}
	switch {
	case v.Problem != "":
		forms := map[intent.Code]string{
			intent.DataRequiredMissing:      w.Missing,
			intent.DataAmbiguous:            w.Ambiguous,
			intent.DataConstraintViolated:   w.Broken,
			intent.DataValueUnrepresentable: w.Unfit,
			intent.DataCardinalityMismatch:  w.TooMany,
		}
		status, text = "issue", wording.Fill(forms[v.Problem], strictjson.CutName(name))
		category := intent.CategoryDefinition
		if own, ok := intent.BusinessCategory(v.Problem); ok {
			category = own
		}
		c.Issues = append(c.Issues, issue{v.Problem, category, path, text})
	case !v.Found:
		status, text = "not_provided", w.Absent
	}
	c.FieldResults = append(c.FieldResults, fieldResult{path, status, text})
}

// describe gives each described node its verdict.
func (c *dataCandidate) describe(
	f *extract.Finder,
	p *schema.Projection,
	w wording.Texts,
	stop func() bool,
	all extract.Quote,
) {
	judged, stopped := schema.Evaluate(p, c.Data, stop)
	if stopped {
		return
	}
	for _, at := range judged.Described {
		path := "/data" + at
		sources := []extract.Quote{all}
		for _, e := range c.Evidence {
			if e.Path == path || strings.HasPrefix(e.Path, path+"/") {
				sources = e.Sources
				break
			}
		}
		out := verdict{path, "undetermined", w.Unjudged, sources}
		switch f.Describe(extract.DescriptionsAt(p.Root(), at), c.leafAt(at)) {
		case extract.Named:
			out.Verdict, out.Explanation = "satisfied", w.Named
		case extract.Judged:
			out.Verdict, out.Explanation = "satisfied", w.Judged
		case extract.Violated:
			out.Verdict = "violated"
		}
		c.DescriptionChecks = append(c.DescriptionChecks, out)
	}
}

// leafAt gives the value at a path if that is a leaf.
func (c *dataCandidate) leafAt(at string) *strictjson.Value {
	tokens, err := strictjson.SplitPointer(at)
	if err != nil {
		return nil
	}
	v, ok := c.Data.Resolve(tokens)
	if !ok || v.Kind() == strictjson.KindObject || v.Kind() == strictjson.KindArray {
		return nil
	}
	return &v
}
