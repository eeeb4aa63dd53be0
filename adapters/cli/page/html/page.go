package html

import (
	"bytes"
	_ "embed" // the page's form is a file of its own
	"fmt"
	"html/template"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

//go:embed page.tmpl
var form string

// compiled is read at the first page: most runs of the command write none.
var compiled = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(form))
})

// Reading writes the page of a result or an error as one file.
func Reading(c page.Content) []byte {
	var b bytes.Buffer
	if err := compiled().Execute(&b, viewOf(c)); err != nil {
		// A buffer takes everything, so only a form that does not fit the view ends here; a test writes every
		// part of it.
		return []byte("<!doctype html><title>intent</title><p>" + template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}

// view is what the form shows: harmless texts only.
type view struct {
	W          *page.Words
	Title      string
	Failure    *failureView
	Understood *understoodView
	DataTitle  string
	Rows       []row
	NoData     bool
	Materials  []materialView
}

type failureView struct {
	Means, Code, Stage, Message, Detail, Next, Retry string
	Issues                                           []string
}

type understoodView struct {
	Normalized, Goal           string
	Intents                    []itemView
	Requirements, Prohibitions []string
}

type itemView struct {
	Mark, Class, ID, Title, Status string
	Reason                         string
	Questions                      []questionView
	Requirements                   []string
}

type questionView struct {
	Question string
	Options  []string
}

type row struct {
	Number       int
	Field, Value string
	Sources      []sourceView
}

type sourceView struct {
	Quote, Source, Mode string
	Ambiguous           string // in words; "" where it is not
	Anchors             []string
}

type materialView struct {
	Name     string
	Segments []segment
}

func anchor(s span) string { return fmt.Sprintf("q%d-%d-%d", s.value, s.start, s.place) }

func viewOf(c page.Content) view {
	w := page.WordsFor(c.Language)
	v := view{W: w, Title: w.Failed, DataTitle: w.Data}
	if c.Result != nil {
		v.Title = page.Plain(c.Result.NormalizedInput)
		v.Understood = understood(w, c.Result)
	}
	if c.Err != nil {
		v.Failure = failure(w, c.Err)
		v.Failure.Detail = page.Block(c.Detail)
		v.DataTitle = w.Unconfirmed
	}
	v.Rows = rows(c, w)
	v.NoData = c.Err == nil && len(v.Rows) == 0 && c.Audit != nil && len(c.Audit.Fields) > 0
	v.Materials = materials(c)
	return v
}

func failure(w *page.Words, err *intent.Error) *failureView {
	advice := w.Codes[err.Code]
	f := &failureView{
		Means: advice.Means, Next: advice.Next, Code: string(err.Code), Stage: w.Stages[err.Stage],
		Retry: page.RetryAfter(err),
	}
	if len(err.Issues) == 0 {
		f.Message = page.Block(err.Message)
	}
	for _, issue := range err.Issues {
		f.Issues = append(f.Issues, page.Block(page.IssueText(issue)))
	}
	return f
}

func understood(w *page.Words, r *intent.Result) *understoodView {
	u := &understoodView{
		Normalized:   page.Block(r.NormalizedInput),
		Requirements: blocks(r.Requirements),
		Prohibitions: blocks(r.Prohibitions),
	}
	if r.PrimaryIntent != nil {
		u.Goal = page.Block(*r.PrimaryIntent)
	}
	for _, item := range r.Intents {
		u.Intents = append(u.Intents, itemOf(w, item))
	}
	return u
}

func itemOf(w *page.Words, item intent.Item) itemView {
	v := itemView{
		Mark: page.Mark(item.Status), Class: string(item.Status), ID: item.ID, Status: w.Statuses[item.Status],
		Title: page.Block(page.ItemTitle(w, item)), Reason: page.Block(item.Reason),
		Requirements: blocks(item.Requirements),
	}
	for _, q := range item.Clarification {
		v.Questions = append(v.Questions, questionView{page.Block(q.Question), blocks(q.Options)})
	}
	return v
}

func blocks(texts []string) []string {
	shown := make([]string, len(texts))
	for i, text := range texts {
		shown[i] = page.Block(text)
	}
	return shown
}

func rows(c page.Content, w *page.Words) []row {
	var all []row
	for i, entry := range c.Entries() {
		r := row{
			Number: i + 1, Field: page.Plain(page.FieldName(entry.Path)), Value: page.Block(page.ValueText(entry)),
		}
		for _, source := range entry.Sources {
			r.Sources = append(r.Sources, sourceOf(c, w, entry, source, i+1))
		}
		all = append(all, r)
	}
	if len(all) > 0 || c.Result == nil {
		return all
	}
	for name, value := range c.Result.Data.Value().Members() {
		all = append(all, row{Number: len(all) + 1, Field: page.Plain(name), Value: page.Block(page.Shown(value))})
	}
	return all
}

func sourceOf(
	c page.Content, w *page.Words, entry page.Entry, source intent.AuditSource, value int,
) sourceView {
	v := sourceView{Quote: page.Block(source.Quote), Source: c.SourceName(source.SourceID), Mode: w.Exact}
	if entry.Mode == page.Semantic {
		v.Mode = w.Derived
	}
	if source.Ambiguous() {
		v.Ambiguous = fmt.Sprintf(w.Places, len(source.Occurrences))
	}
	for k, at := range source.Occurrences {
		v.Anchors = append(v.Anchors, anchor(span{start: at.ByteOffset, value: value, place: k + 1}))
	}
	return v
}

func materials(c page.Content) []materialView {
	var all []materialView
	for _, m := range c.Materials {
		all = append(all, materialView{
			Name: c.SourceName(m.ID), Segments: segments(m.Content, spansOf(c.Entries(), m)),
		})
	}
	return all
}
