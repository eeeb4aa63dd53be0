package page

import (
	"fmt"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/application/evaluation"
)

// Evaluation lays a report out for a terminal; diff is nil if it is compared with nothing. It is English:
// figures for who builds, not for who asks.
func Evaluation(r *evaluation.Report, diff *evaluation.Diff, style Style) []byte {
	var b strings.Builder
	count := r.Count()
	fmt.Fprintf(&b, "%s\n\n", Plain(title(r)))
	fmt.Fprintf(
		&b,
		"  right %d   asked %d   wrong %d   error %d   of %d   (%.1f %% right)\n",
		count.Right,
		count.Asked,
		count.Wrong,
		count.Failed,
		count.All(),
		100*count.Share(),
	)
	if c := r.Consistency(); c.Repeats > 1 {
		fmt.Fprintf(
			&b,
			"  every one of %d repeats right in %d of %d cases, at least one in %d\n",
			c.Repeats,
			c.All,
			c.Cases,
			c.Any,
		)
	}
	cost := r.Cost()
	fmt.Fprintf(&b, "  half of the readings took at most %s, 95 %% at most %s, the longest %s; %d repairs\n",
		shortTime(cost.P50), shortTime(cost.P95), shortTime(cost.Max), cost.Repairs)
	if cost.InputTokens+cost.OutputTokens > 0 {
		fmt.Fprintf(
			&b,
			"  tokens: %d in (%d of them cached), %d out\n",
			cost.InputTokens,
			cost.CachedTokens,
			cost.OutputTokens,
		)
	}
	tagRows(&b, r.Tags())
	fieldScores(&b, r.Fields())
	notRight(&b, r, style)
	if diff != nil {
		changes(&b, *diff)
	}
	return []byte(b.String())
}

func title(r *evaluation.Report) string {
	text := "Evaluation of " + r.Executor
	if r.Model != "" && r.Model != r.Executor {
		text += " (" + r.Model + ")"
	}
	return text
}

func shortTime(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Millisecond).String()
}

func tagRows(b *strings.Builder, list []evaluation.Tag) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\nBy tag\n")
	widest := 0
	for _, tag := range list {
		widest = max(widest, len(Plain(tag.Name)))
	}
	for _, tag := range list {
		fmt.Fprintf(
			b,
			"  %-*s  right %4d  asked %4d  wrong %4d  error %4d\n",
			widest,
			Plain(tag.Name),
			tag.Right,
			tag.Asked,
			tag.Wrong,
			tag.Failed,
		)
	}
}

func fieldScores(b *strings.Builder, list []evaluation.FieldScore) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\nBy field\n")
	widest := 0
	for _, f := range list {
		widest = max(widest, len(Plain(f.Name)))
	}
	for _, f := range list {
		fmt.Fprintf(
			b,
			"  %-*s  precision %.3f  recall %.3f  (%d expected, %d found, %d right)\n",
			widest,
			Plain(f.Name),
			f.Precision(),
			f.Recall(),
			f.Expected,
			f.Found,
			f.Right,
		)
	}
}

// notRight lists the readings that are not right, the worst first.
func notRight(b *strings.Builder, r *evaluation.Report, style Style) {
	for _, verdict := range []evaluation.Verdict{evaluation.Wrong, evaluation.Failed, evaluation.Asked} {
		headed := false
		for _, o := range r.Outcomes() {
			if o.Verdict != verdict {
				continue
			}
			if !headed {
				fmt.Fprintf(b, "\n%s\n", strings.ToUpper(string(verdict[:1]))+string(verdict[1:]))
				headed = true
			}
			text := fmt.Sprintf("%s: %s", o.ID, o.Why)
			for _, line := range wrap(Plain(text), max(40, style.Width)-4) {
				fmt.Fprintf(b, "  %s\n", line)
			}
		}
	}
}

func changes(b *strings.Builder, d evaluation.Diff) {
	b.WriteString("\nAgainst the baseline\n")
	for _, group := range []struct {
		what string
		list []evaluation.Change
	}{{"worse", d.Worse}, {"better", d.Better}, {"other", d.Other}} {
		for _, c := range group.list {
			fmt.Fprintf(
				b,
				"  %-6s %s: right %d of %d, was %d of %d\n",
				group.what,
				Plain(c.ID),
				c.Now.Right,
				c.Now.All(),
				c.Before.Right,
				c.Before.All(),
			)
		}
	}
	fmt.Fprintf(
		b,
		"  %d worse, %d better, %d new, %d gone\n",
		len(d.Worse),
		len(d.Better),
		len(d.New),
		len(d.Gone),
	)
}
