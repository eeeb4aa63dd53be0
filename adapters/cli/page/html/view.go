package html

import (
	"fmt"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// The bounds of a browser tab's title and of what a mark says of one thing, in bytes.
const (
	longestTitle = 80
	longestTip   = 64
)

// writer turns one content into its view.
type writer struct {
	c page.Content
	w *page.Words
	m *marker
}

func viewOf(c page.Content) view {
	w := writer{c: c, w: page.WordsFor(c.Language), m: newMarker(c)}
	v := view{
		W: w.w, Heading: w.w.Asked, Title: w.w.Asked, Language: page.Plain(c.Language), DataTitle: w.w.Data,
	}
	if c.Audit != nil && c.Audit.Language != "" {
		v.Language = page.Plain(c.Audit.Language) // the canonical tag
	}
	if len(c.Materials) > 0 {
		v.Title = strictjson.CutText(page.Plain(c.Materials[0].Content), longestTitle)
	}
	v.Rows = w.rows() // first, so that the values have the numbers from 1
	if c.Result != nil {
		v.Understood = w.understood(c.Result)
	}
	if c.Err != nil {
		v.Heading, v.DataTitle = w.w.Failed, w.w.Unconfirmed
		v.Failure = w.failure(c.Err)
	}
	if c.Err == nil && len(v.Rows) == 0 {
		v.NoData = page.NoData(w.w, c.Audit)
	}
	w.read(&v)
	v.Style = styleOf(min(w.m.things, maxLinked))
	v.Policy = policy(v.Style)
	return v
}

// read fills in what was read, its marks and their legend.
func (w *writer) read(v *view) {
	for _, m := range w.c.Materials {
		v.Materials = append(
			v.Materials,
			materialView{w.c.SourceName(m.ID), segments(m.Content, w.m.marks[m.ID])},
		)
	}
	names := map[kind]string{
		valueMark: w.w.Legend.Value, intentMark: w.w.Legend.Intent, requirementMark: w.w.Legend.Requirement,
		prohibitionMark: w.w.Legend.Prohibition, questionMark: w.w.Legend.Question,
	}
	for _, k := range kinds {
		if !w.m.used[k] {
			continue
		}
		v.Legend = append(v.Legend, legendLine{string(k), names[k]})
		if k == valueMark && w.m.doubt {
			v.Legend = append(v.Legend, legendLine{"kv doubt", w.w.Legend.Doubt})
		}
		v.Computed = v.Computed || k != valueMark
	}
	if w.m.bounded {
		v.Bounded = fmt.Sprintf(w.w.Legend.Bounded, maxMarks)
	}
	if a := w.c.Audit; a != nil && a.ExecutorID != "" {
		v.ReadBy = page.Plain(fmt.Sprintf(w.w.ReadBy, a.ExecutorID, a.Language, a.InstructionVersion))
	}
}

func (w *writer) failure(err *intent.Error) *failureView {
	advice := w.w.Codes[err.Code]
	f := &failureView{
		Means: pieces(advice.Means), Next: pieces(advice.Next), Code: string(err.Code),
		Stage: w.w.Stages[err.Stage], Retry: page.RetryAfter(w.w, err), Detail: page.Block(w.c.Detail),
		Hint: page.Plain(w.c.Hint),
	}
	for _, fact := range page.Facts(w.w, err) {
		f.Facts = append(f.Facts, pieces(page.Plain(fact)))
	}
	if len(err.Issues) == 0 {
		f.Message = page.Block(err.Message)
	}
	for _, issue := range err.Issues {
		f.Issues = append(f.Issues, page.Block(page.IssueText(issue)))
	}
	return f
}

// pieces takes a text of ours apart at its backticks.
func pieces(text string) []piece {
	var all []piece
	for i, part := range strings.Split(text, "`") {
		if part != "" {
			all = append(all, piece{Code: i%2 == 1, Text: part})
		}
	}
	return all
}

func (w *writer) understood(r *intent.Result) *understoodView {
	u := &understoodView{}
	if strings.TrimSpace(r.NormalizedInput) != strings.TrimSpace(r.Input) {
		u.Normalized = page.Block(r.NormalizedInput)
	}
	if r.PrimaryIntent != nil {
		u.Goal = page.Block(*r.PrimaryIntent)
	}
	for i, item := range r.Intents {
		u.Intents = append(u.Intents, w.item(fmt.Sprintf("/intents/%d", i), item))
	}
	u.Requirements = w.lines(requirementMark, w.w.Legend.Requirement, "/requirements", r.Requirements)
	u.Prohibitions = w.lines(prohibitionMark, w.w.Legend.Prohibition, "/prohibitions", r.Prohibitions)
	return u
}

func (w *writer) item(path string, item intent.Item) itemView {
	title := page.ItemTitle(w.w, item)
	line := w.line(intentMark, item.ID, path, title)
	v := itemView{
		ID: line.ID, Title: line.Text, Places: line.Places,
		Mark: page.Mark(item.Status), Class: string(item.Status), Label: page.Plain(item.ID),
		Status: w.w.Statuses[item.Status], Reason: page.Block(item.Reason),
	}
	v.Requirements = w.lines(requirementMark, item.ID+w.w.Comma+w.w.Legend.Requirement, path+"/requirements",
		item.Requirements)
	for i, q := range item.Clarification {
		name, at := item.ID+w.w.Comma+w.w.Question, fmt.Sprintf("%s/clarification/%d", path, i)
		v.Questions = append(
			v.Questions,
			questionView{w.line(questionMark, name, at, q.Question), blocks(q.Options)},
		)
	}
	return v
}

func (w *writer) lines(kind kind, name, path string, texts []string) []lineView {
	var all []lineView
	for i, text := range texts {
		all = append(all, w.line(kind, name, fmt.Sprintf("%s/%d", path, i), text))
	}
	return all
}

// line marks the words that a text of the model shares with the request, and leads to the first of them.
func (w *writer) line(kind kind, name, path, text string) lineView {
	thing := w.m.thing(kind, strictjson.CutText(name+w.w.Colon+text, longestTip))
	v := lineView{ID: thing.id, Text: page.Block(text)}
	if w.m.anchor(thing, path) {
		v.Places = []place{{ID: mark{thing: thing, place: 1}.placeID(), Text: w.w.Legend.Show}}
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
