package html

import (
	"bytes"
	_ "embed" // the index's form is a file of its own
	"fmt"
	"html/template"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

//go:embed index.tmpl
var indexForm string

var compiledIndex = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("index").Parse(indexForm))
})

// Entry is a page of an index: harmless texts only.
type Entry struct {
	File, ID, Input string
	Outcome         string // the statuses of the intents, or the error's code
	Class           string // of the card
}

// longestInput bounds what an index shows of a request, in bytes.
const longestInput = 240

// EntryOf makes the entry of a page that stands in a file beside the index.
func EntryOf(c page.Content, file, id string) Entry {
	e := Entry{File: file, ID: page.Plain(id), Class: "ready"}
	if len(c.Materials) > 0 {
		e.Input = strictjson.CutText(page.Plain(c.Materials[0].Content), longestInput)
	}
	if c.Err != nil {
		e.Outcome, e.Class = "× "+string(c.Err.Code), "failed"
		return e
	}
	w := page.WordsFor(c.Language)
	if c.Result == nil || len(c.Result.Intents) == 0 {
		e.Outcome = w.NoIntents
		return e
	}
	for i, item := range c.Result.Intents {
		if i > 0 {
			e.Outcome += w.Comma
		}
		e.Outcome += page.Mark(item.Status) + " " + w.Statuses[item.Status]
		if item.Status != "ready" {
			e.Class = string(item.Status)
		}
	}
	return e
}

// Index writes the page that leads to others.
func Index(language string, entries []Entry) []byte {
	w := page.WordsFor(language)
	style := styleOf(0)
	var b bytes.Buffer
	err := compiledIndex().Execute(&b, struct {
		W       *page.Words
		Count   string
		Policy  string
		Style   template.CSS
		Entries []Entry
	}{w, fmt.Sprintf(w.Readings, len(entries)), policy(style), style, entries})
	if err != nil { // as in Reading
		return []byte("<!doctype html><title>intent</title><p>" + template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}
