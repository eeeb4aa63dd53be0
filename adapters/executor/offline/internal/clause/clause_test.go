package clause_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// told writes a reading on one line: action "target" [what bounds it] {conditions} ?what is unclear; a
// prohibition begins with "not".
func told(r *clause.Reading) string {
	var out []string
	for _, it := range r.Items {
		if it.Forbidden {
			out = append(out, fmt.Sprintf("not %q", it.Said))
			continue
		}
		s := strings.TrimSpace(fmt.Sprintf("%s %q", it.Action, it.Target))
		if len(it.Needs) > 0 {
			s += fmt.Sprintf(" %q", it.Needs)
		}
		for _, g := range it.Gates {
			mark := "if"
			if g.Confirm {
				mark = "asking"
			}
			s += fmt.Sprintf(" %s %q", mark, g.Text)
		}
		if it.After != "" {
			s += fmt.Sprintf(" after %q", it.After)
		}
		if len(it.Unclear) > 0 || it.Vague != "" || it.Action == "" {
			s += "?"
		}
		out = append(out, s)
	}
	if len(r.Needs) > 0 {
		out = append(out, fmt.Sprintf("all %q", r.Needs))
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := told(clause.Read(token.Cut(c[0], words), words, nil)); got != c[1] {
				t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
			}
		})
	}
}

var cases = map[string][2]string{
	"order":                     {"Cancel order 12.", `modify "order 12"`},
	"object before the verb":    {"把窗户关上。", `execute "窗户"`},
	"politeness, Chinese":       {"帮我把灯关了，再把门锁上。", `modify "灯"; modify "门" after "把灯关了"`},
	"condition, then ban":       {"删除旧备份，前提是新备份已完成，并且不要删日志。", `delete "旧备份" if "前提是新备份已完成"; not "不要删日志"`},
	"no object to share":        {"先备份数据库，再升级，最后通知大家。", `execute "数据库"; modify "" after "备份数据库"?; execute "大家" after "升级"`},
	"politeness":                {"If it's not too much trouble, could you move the desk?", `modify "the desk"`},
	"receiver before object":    {"Send Ana the report.", `execute "the report" ["Ana"]`},
	"particle behind object":    {"Turn the lamp off.", `execute "the lamp"`},
	"unknown verb":              {"Frobnicate the server.", `"Frobnicate the server"?`},
	"unknown second verb":       {"Restart worker-3 and frobnicate it.", `execute "worker-3"?`},
	"verb without an action":    {"Handle ticket 88.", `"ticket 88"?`},
	"no, of the object":         {"Order a pizza, no onions.", `other "a pizza" ["no onions"]`},
	"no, by itself":             {"No emails, please.", `not "No emails"`},
	"but, after all":            {"Delete all logs but the newest.", `delete "all logs" ["but the newest"]`},
	"not, but":                  {"Ship it not by air but by sea.", `execute "it" ["not by air but by sea"]?`},
	"prohibition":               {"Do not open or move the box.", `not "Do not open or move the box"`},
	"topic forbidden":           {"把讲义发给学生，答案先别发。", `execute "讲义" ["发给学生"]; not "答案先别发"`},
	"must not":                  {"The archive must not be moved.", `not "The archive must not be moved"`},
	"should be":                 {"The curtains need to be washed.", `modify "The curtains"`},
	"condition before":          {"If it rains, move the party.", `modify "the party" if "If it rains"`},
	"condition behind":          {"Pay Ana, but only once the hall is booked, and email Tom.", `execute "Ana" if "but only once the hall is booked"; execute "Tom"`},
	"condition that closes":     {"水位超过两米以后关闭闸门。", `modify "闸门" if "水位超过两米以后"`},
	"order hidden in condition": {"If the lamp is red press stop it.", `"If the lamp is red press stop it"?`},
	"consent":                   {"Delete the bucket, but wait for my approval.", `delete "the bucket" asking "wait for my approval"`},
	"sequence":                  {"Run the tests, then write a report.", `execute "the tests"; generate "a report" after "Run the tests"`},
	"before":                    {"Before you ship the box, check the label.", `query "the label"; execute "the box" after "check the label"`},
	"list":                      {"Invite Ola, Ben and the twins.", `execute "Ola, Ben and the twins"`},
	"correction of a part":      {"Move the talk to Tuesday, no, Wednesday.", `modify "the talk" ["to Wednesday"]`},
	"correction of the whole":   {"Cancel A-12, no wait, keep B and cancel A-13.", `modify "A-12"?; modify "A-13"`},
	"either, half understood":   {"要么退款，要么苹果。", `execute "款"?`},
	"withdrawal":                {"Paint the shed and fix the gate. Actually, leave the gate alone.", `modify "the shed"`},
	"withdrawal, Chinese":       {"把公告发出去。等等，先不发了。", ``},
	"past":                      {"We sold the blue van last spring.", ``},
	"past, Chinese":             {"护士早上已经通知过家属了。", ``},
	"question":                  {"Parcel 55102 already shipped?", `query "Parcel 55102 already shipped"`},
	"question, Chinese":         {"门锁上了吗", `query "门锁上了吗"`},
	"supposition":               {"I could sell the car, but I'm not sure.", ``},
	"quotation":                 {`He said "delete it".`, ``},
	"thanks":                    {"Thanks for fixing the lift!", ``},
	"label":                     {"Title: Water leak. Open a ticket.", `other "a ticket"; all ["Title: Water leak"]`},
	"slip of the pen":           {"Cancle the hotel.", `modify "the hotel"`},
	"traditional":               {"請取消訂單 B-1042，不要寄信給客戶。", `modify "訂單 B-1042"; not "不要寄信給客戶"`},
}
