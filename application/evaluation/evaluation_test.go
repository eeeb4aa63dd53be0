package evaluation_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/application/evaluation"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func read(t *testing.T, line string) evaluation.Case {
	t.Helper()
	c, err := evaluation.ReadCase([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReadCase(t *testing.T) {
	t.Parallel()
	c := read(t, `{"id":"a","tags":["x","x","y"],"input":"Go.","context":"c","fields":["f"],"language":"de","schema":{"type":"object"},`+
		`"expect":{"intents":[]},"wrong":[1,2]}`)
	if c.ID != "a" || len(c.Tags) != 2 || c.Request.Input != "Go." || string(c.Schema) != `{"type":"object"}` ||
		c.Language != "de" || len(c.Wrong) != 2 {
		t.Errorf("got %+v", c)
	}
	for line, path := range map[string]string{
		`{`:                                 "",
		`[]`:                                "object",
		`{"id":"a","input":"x"}`:            "/expect",
		`{"input":"x","expect":1}`:          "/id",
		`{"id":" ","input":"x","expect":1}`: "/id",
		`{"id":"a","expect":1}`:             "request",
		`{"id":"a","input":"x","expect":1,"x":1}`:                      "/x",
		`{"id":"a","input":"x","expect":1,"tags":"x"}`:                 "/tags",
		`{"id":"a","input":"x","expect":1,"tags":[1]}`:                 "/tags",
		`{"id":"a","input":"x","expect":1,"wrong":1}`:                  "/wrong",
		`{"id":"a","input":"x","expect":1,"instance":"i","schema":{}}`: "exclude",
		`{"id":"a","id":"b","input":"x","expect":1}`:                   "",
		`{"id":"a","input":"x","expect":1,"fields":[1]}`:               "request",
	} {
		if _, err := evaluation.ReadCase([]byte(line)); !errors.Is(err, evaluation.ErrCase) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// result is a reading with one item of that status and the data.
func result(status intent.Status, data string) intent.Result {
	action := intent.ActionModify
	item := intent.Item{ID: "i1", Action: &action, Status: status}
	if status == intent.StatusNeedsClarification {
		item.Clarification = []intent.Clarification{{Question: "Which?"}}
	}
	r := intent.Result{Input: "x", NormalizedInput: "x", Intents: []intent.Item{item}}
	if err := r.Data.UnmarshalJSON([]byte(data)); err != nil {
		panic(err)
	}
	return r
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	c := read(t, `{"id":"a","input":"x","expect":{"intents":[{"action":"modify","status":"ready"}],"data":{"n":1,"gone":"$absent"}},`+
		`"wrong":[{"result":{"intents":[{"action":"modify"}],"data":{"n":666}}}]}`)
	for name, tc := range map[string]struct {
		reading evaluation.Reading
		want    evaluation.Verdict
	}{
		"right":          {evaluation.Reading{Result: result(intent.StatusReady, `{"n":1}`)}, evaluation.Right},
		"wrong value":    {evaluation.Reading{Result: result(intent.StatusReady, `{"n":2}`)}, evaluation.Wrong},
		"asks":           {evaluation.Reading{Result: result(intent.StatusNeedsClarification, `{}`)}, evaluation.Asked},
		"asks and wrong": {evaluation.Reading{Result: result(intent.StatusNeedsClarification, `{"n":666}`)}, evaluation.Wrong},
		"missing":        {evaluation.Reading{Err: intent.NewError(intent.DataExtractionFailed, intent.StageData, "m")}, evaluation.Asked},
		"refused":        {evaluation.Reading{Err: intent.NewError(intent.ModelRefused, intent.StageCore, "m")}, evaluation.Asked},
		"failed":         {evaluation.Reading{Err: intent.NewError(intent.ModelTimeout, intent.StageCore, "m")}, evaluation.Failed},
	} {
		o, err := evaluation.Judge(c, tc.reading)
		if err != nil || o.Verdict != tc.want || (o.Why == "") != (tc.want == evaluation.Right) {
			t.Errorf("%s: %s, %q, %v", name, o.Verdict, o.Why, err)
		}
	}
	for _, expect := range []string{`{"data":{"$match":"("}}`, `{"intents":{"$not":{"$size":"x"}}}`} {
		if _, err := evaluation.ReadCase([]byte(`{"id":"a","input":"x","expect":` + expect + `}`)); !errors.Is(err, evaluation.ErrCase) {
			t.Errorf("%s: %v", expect, err)
		}
		pattern, err := strictjson.Decode([]byte(expect), strictjson.Options{})
		if err != nil {
			t.Fatal(err)
		}
		broken := evaluation.Case{ID: "a", Expect: pattern} // made in Go
		if _, err := evaluation.Judge(broken, evaluation.Reading{Result: result(intent.StatusReady, `{}`)}); !errors.Is(err, evaluation.ErrPattern) {
			t.Errorf("%s: %v", expect, err)
		}
	}
	envelope := read(t, `{"id":"a","input":"x","expect":{"kind":"error","error":{"code":"MODEL_TIMEOUT"}}}`)
	o, err := evaluation.Judge(envelope, evaluation.Reading{Err: intent.NewError(intent.ModelTimeout, intent.StageCore, "m")})
	if err != nil || o.Verdict != evaluation.Right || o.Code != intent.ModelTimeout {
		t.Errorf("an expected error: %+v, %v", o, err)
	}
}

func TestFieldScores(t *testing.T) {
	t.Parallel()
	c := read(t, `{"id":"a","input":"x","expect":{"data":{"n":1,"m":"$absent","k":2}}}`)
	var report evaluation.Report
	for _, data := range []string{`{"n":1,"k":2}`, `{"n":3,"m":1,"extra":1}`, `{}`} {
		o, err := evaluation.Judge(c, evaluation.Reading{Result: result(intent.StatusReady, data)})
		if err != nil {
			t.Fatal(err)
		}
		report.Add(o)
	}
	want := []evaluation.FieldScore{
		{Name: "extra", Found: 1}, {Name: "k", Expected: 3, Found: 1, Right: 1}, {Name: "m", Found: 1},
		{Name: "n", Expected: 3, Found: 2, Right: 1},
	}
	if got := report.Fields(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if n := report.Fields()[3]; n.Precision() != 0.5 || n.Recall() != 1.0/3 {
		t.Errorf("got %v %v", n.Precision(), n.Recall())
	}
}

func outcome(id string, repeat int, v evaluation.Verdict, took time.Duration) evaluation.Outcome {
	return evaluation.Outcome{ID: id, Repeat: repeat, Verdict: v, Duration: took, Tags: []string{"t" + id},
		Usage: intent.Usage{InputTokens: 10, Model: "m"}, Repairs: 1, Why: "w", Code: "C",
		Fields: []evaluation.Field{{Name: "f", Expected: true, Found: true, Right: v == evaluation.Right}}}
}

func sample() *evaluation.Report {
	r := &evaluation.Report{Executor: "x"}
	r.Add(outcome("b", 1, evaluation.Right, time.Second))
	r.Add(outcome("a", 2, evaluation.Wrong, 3*time.Second))
	r.Add(outcome("a", 1, evaluation.Right, 2*time.Second))
	r.Add(outcome("b", 2, evaluation.Right, 4*time.Second))
	r.Add(outcome("c", 1, evaluation.Asked, 5*time.Second))
	return r
}

func TestReport(t *testing.T) {
	t.Parallel()
	r := sample()
	if c := r.Count(); c != (evaluation.Count{Right: 3, Asked: 1, Wrong: 1}) || c.Share() != 0.6 {
		t.Errorf("got %+v", c)
	}
	if c := r.Consistency(); c != (evaluation.Consistency{Repeats: 2, Cases: 3, All: 1, Any: 2, Share: 1.0 / 3}) {
		t.Errorf("got %+v", c)
	}
	if c := r.Cost(); c.P50 != 3*time.Second || c.Max != 5*time.Second || c.Repairs != 5 || c.InputTokens != 50 {
		t.Errorf("got %+v", c)
	}
	var order []string
	for _, o := range r.Outcomes() {
		order = append(order, o.ID+string(rune('0'+o.Repeat)))
	}
	if got := strings.Join(order, " "); got != "b1 b2 a1 a2 c1" {
		t.Errorf("got %s", got)
	}
	if tags := r.Tags(); len(tags) != 3 || tags[0].Name != "ta" || tags[0].Wrong != 1 {
		t.Errorf("got %+v", tags)
	}
}

func TestReportRoundTrips(t *testing.T) {
	t.Parallel()
	text := sample().Value().JSON()
	again, err := evaluation.ReadReport([]byte(text))
	if err != nil || again.Value().JSON() != text {
		t.Errorf("%v\n%s\n%s", err, text, again.Value().JSON())
	}
	for _, bad := range []string{`{}`, `[]`, `{"outcomes":[1]}`, `{"outcomes":[{"id":1}]}`, `{"outcomes":[{"id":"a"}]}`, `x`} {
		if _, err := evaluation.ReadReport([]byte(bad)); !errors.Is(err, evaluation.ErrOutcome) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	line := sample().Outcomes()[0].Value().JSON()
	o, err := evaluation.ReadOutcome([]byte(line))
	if err != nil || o.Value().JSON() != line {
		t.Errorf("%v %s", err, line)
	}
	empty := (&evaluation.Report{}).Value()
	if _, err := strictjson.Decode([]byte(empty.JSON()), strictjson.Options{}); err != nil {
		t.Error(err)
	}
}

func TestAgainst(t *testing.T) {
	t.Parallel()
	earlier := &evaluation.Report{}
	earlier.Add(outcome("a", 1, evaluation.Right, 0))
	earlier.Add(outcome("b", 1, evaluation.Wrong, 0))
	earlier.Add(outcome("c", 1, evaluation.Wrong, 0))
	earlier.Add(outcome("gone", 1, evaluation.Right, 0))
	now := sample()
	now.Add(outcome("new", 1, evaluation.Right, 0))
	d := now.Against(earlier)
	names := func(changes []evaluation.Change) (ids []string) {
		for _, c := range changes {
			ids = append(ids, c.ID)
		}
		return ids
	}
	if !reflect.DeepEqual(names(d.Better), []string{"b"}) || !reflect.DeepEqual(names(d.Worse), []string{"a"}) ||
		!reflect.DeepEqual(names(d.Other), []string{"c"}) || !reflect.DeepEqual(d.New, []string{"new"}) ||
		!reflect.DeepEqual(d.Gone, []string{"gone"}) {
		t.Errorf("got %+v", d)
	}
}
