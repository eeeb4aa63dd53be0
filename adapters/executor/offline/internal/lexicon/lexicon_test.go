package lexicon

import "testing"

func TestLoad(t *testing.T) {
	t.Parallel()
	l, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]struct {
		role   Role
		form   Role
		action string
	}{
		"cancel": {Verb, 0, "modify"}, "cancelled": {Verb, Past, "modify"}, "canceled": {Verb, Past, "modify"},
		"turned off": {Verb, Past, "execute"}, "sent": {Past, 0, "execute"}, "deleting": {Verb, Ing, "delete"},
		"取消": {Verb, 0, "modify"}, "发给": {Verb, Open, "execute"}, "关掉": {Verb, 0, "execute"},
		"发": {Weak, 0, "execute"}, "order": {Nounish, 0, "other"}, "删了": {Verb, Past, "delete"},
		"查一查": {Verb, Third, "query"}, "replies": {Verb, Third, "execute"},
	} {
		steps := Steps(word)
		m := l.Match(func(i int) (string, bool) {
			if i >= len(steps) {
				return "", false
			}
			return steps[i], true
		})
		if m.Steps != len(steps) || !m.Entry.Has(want.role) || m.Form != want.form && want.form != 0 ||
			string(m.Entry.Action) != want.action {
			t.Errorf("%s: %+v %+v", word, m, m.Entry)
		}
	}
	if l.Simple('訂') != '订' || l.Simple('a') != 'a' {
		t.Error("traditional characters")
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		_, _ = Load()
	}
}
