package html

import (
	"bytes"
	_ "embed" // the page's form is a file of its own
	"html/template"
	"strconv"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/application/evaluation"
)

//go:embed evaluation.tmpl
var evaluationForm string

var evaluationPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("evaluation").Funcs(template.FuncMap{
		"plain": page.Plain, "percent": percent, "ms": milliseconds,
	}).Parse(evaluationForm))
})

// Evaluation writes a report as one page; diff is nil if it is compared with nothing.
func Evaluation(r *evaluation.Report, diff *evaluation.Diff) []byte {
	view := evaluationView{
		Executor: r.Executor, Model: r.Model, Count: r.Count(), Consistency: r.Consistency(), Cost: r.Cost(),
		Tags: r.Tags(), Fields: r.Fields(), Diff: diff, Outcomes: r.Outcomes(),
	}
	var b bytes.Buffer
	if err := evaluationPage().Execute(&b, view); err != nil {
		return []byte("<!doctype html><title>intent</title><p>" + template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}

type evaluationView struct {
	Executor, Model string
	Count           evaluation.Count
	Consistency     evaluation.Consistency
	Cost            evaluation.Cost
	Tags            []evaluation.Tag
	Fields          []evaluation.FieldScore
	Diff            *evaluation.Diff
	Outcomes        []evaluation.Outcome
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) + " ms" }
