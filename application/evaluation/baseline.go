package evaluation

import (
	"fmt"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Change is a case whose readings are worth something else than before.
type Change struct {
	ID          string
	Before, Now Count
}

// Better reports whether more of its readings are right than before, in share.
func (c Change) Better() bool { return c.Now.Share() > c.Before.Share() }

// Diff is what changed against an earlier report.
type Diff struct {
	Better, Worse, Other []Change // by the share of right readings, in the order of the cases
	New                  []string // cases that the earlier report does not have
	Gone                 []string // cases that only the earlier report has
}

// ReadReport reads what [Report.Value] wrote. Figures are counted anew from the outcomes.
func ReadReport(text []byte) (*Report, error) {
	root, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOutcome, err)
	}
	outcomes, ok := root.Lookup("outcomes")
	if !ok || outcomes.Kind() != strictjson.KindArray {
		return nil, fmt.Errorf("%w: /outcomes", ErrOutcome)
	}
	r := &Report{}
	if executor, ok := root.Lookup("executor"); ok && executor.Kind() == strictjson.KindString {
		r.Executor = executor.Text()
	}
	for i, value := range outcomes.Items() {
		o, err := outcomeOf(value)
		if err != nil {
			return nil, fmt.Errorf("/outcomes/%d: %w", i, err)
		}
		r.Add(o)
	}
	return r, nil
}

// Against compares the report with an earlier one, case by case.
func (r *Report) Against(earlier *Report) Diff {
	before, beforeOrder := earlier.byCase()
	now, order := r.byCase()
	var d Diff
	for _, id := range order {
		was, known := before[id]
		change := Change{ID: id, Before: was, Now: now[id]}
		switch {
		case !known:
			d.New = append(d.New, id)
		case change.Better():
			d.Better = append(d.Better, change)
		case change.Now.Share() < was.Share():
			d.Worse = append(d.Worse, change)
		case change.Now != was && change.Now.All() == was.All():
			d.Other = append(d.Other, change)
		}
	}
	for _, id := range beforeOrder {
		if _, here := now[id]; !here {
			d.Gone = append(d.Gone, id)
		}
	}
	return d
}

func (r *Report) byCase() (counts map[string]Count, order []string) {
	counts = map[string]Count{}
	for _, o := range r.outcomes {
		c, known := counts[o.ID]
		if !known {
			order = append(order, o.ID)
		}
		c.add(o.Verdict)
		counts[o.ID] = c
	}
	return counts, order
}
