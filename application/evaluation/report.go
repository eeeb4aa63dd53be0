package evaluation

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Report adds outcomes up. The zero Report is empty. It keeps one line for each outcome and is not safe for
// concurrent use.
type Report struct {
	Executor string // who read, as it names itself
	Model    string // who answered, as the provider names it; "" if nobody said

	outcomes []Outcome
}

// Add adds one outcome.
func (r *Report) Add(o Outcome) {
	r.outcomes = append(r.outcomes, o)
	if o.Usage.Model != "" {
		r.Model = o.Usage.Model
	}
}

// Outcomes returns all outcomes, ordered by case and repeat. The slice is the caller's own.
func (r *Report) Outcomes() []Outcome {
	list := slices.Clone(r.outcomes)
	slices.SortStableFunc(list, func(a, b Outcome) int { return cmp.Compare(a.Repeat, b.Repeat) })
	order := map[string]int{}
	for _, o := range r.outcomes {
		if _, known := order[o.ID]; !known {
			order[o.ID] = len(order)
		}
	}
	slices.SortStableFunc(list, func(a, b Outcome) int { return cmp.Compare(order[a.ID], order[b.ID]) })
	return list
}

// Count counts verdicts.
type Count struct{ Right, Asked, Wrong, Failed int }

// All returns how many were counted.
func (c Count) All() int { return c.Right + c.Asked + c.Wrong + c.Failed }

// Share returns the share of right ones, from 0 to 1; 0 of nothing is 0.
func (c Count) Share() float64 {
	if c.All() == 0 {
		return 0
	}
	return float64(c.Right) / float64(c.All())
}

func (c *Count) add(v Verdict) {
	switch v {
	case Right:
		c.Right++
	case Asked:
		c.Asked++
	case Wrong:
		c.Wrong++
	default:
		c.Failed++
	}
}

// Count returns the verdicts of all outcomes.
func (r *Report) Count() Count {
	var c Count
	for _, o := range r.outcomes {
		c.add(o.Verdict)
	}
	return c
}

// Tag is a tag with its verdicts.
type Tag struct {
	Name string
	Count
}

// Tags returns the verdicts by tag, ordered by name.
func (r *Report) Tags() []Tag {
	counts := map[string]*Count{}
	for _, o := range r.outcomes {
		for _, name := range o.Tags {
			if counts[name] == nil {
				counts[name] = &Count{}
			}
			counts[name].add(o.Verdict)
		}
	}
	var tags []Tag
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		tags = append(tags, Tag{Name: name, Count: *counts[name]})
	}
	return tags
}

// FieldScore is how well one field was met.
type FieldScore struct {
	Name                   string
	Expected, Found, Right int
}

// Precision returns how many of the values that were found are right, 1 if none was found.
func (f FieldScore) Precision() float64 { return ratio(f.Right, f.Found) }

// Recall returns how many of the values that were expected were found and right, 1 if none was expected.
func (f FieldScore) Recall() float64 { return ratio(f.Right, f.Expected) }

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Fields returns the scores of all fields that a case said something about, ordered by name.
func (r *Report) Fields() []FieldScore {
	scores := map[string]*FieldScore{}
	for _, o := range r.outcomes {
		for _, f := range o.Fields {
			s := scores[f.Name]
			if s == nil {
				s = &FieldScore{Name: f.Name}
				scores[f.Name] = s
			}
			s.Expected += one(f.Expected)
			s.Found += one(f.Found)
			s.Right += one(f.Right)
		}
	}
	var list []FieldScore
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		list = append(list, *scores[name])
	}
	return list
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Consistency is how steady the readings of the same case are.
type Consistency struct {
	Repeats int     // of the case that was read most often
	Cases   int     // cases that were read at all
	All     int     // cases in which every repeat is right
	Any     int     // cases in which at least one is
	Share   float64 // All of Cases: pass^k for k repeats
}

// Consistency returns how many cases are right in every repeat.
func (r *Report) Consistency() Consistency {
	right, read := map[string]int{}, map[string]int{}
	for _, o := range r.outcomes {
		read[o.ID]++
		right[o.ID] += one(o.Verdict == Right)
	}
	c := Consistency{Cases: len(read)}
	for id, n := range read {
		c.Repeats = max(c.Repeats, n)
		c.All += one(right[id] == n)
		c.Any += one(right[id] > 0)
	}
	if c.Cases > 0 {
		c.Share = float64(c.All) / float64(c.Cases)
	}
	return c
}

// Cost is what the readings took.
type Cost struct {
	Repairs                   int
	InputTokens, OutputTokens int64
	CachedTokens              int64
	P50, P95, Max             time.Duration // of one reading
}

// Cost returns what all readings took together, and how long one took.
func (r *Report) Cost() Cost {
	var c Cost
	var took []time.Duration
	for _, o := range r.outcomes {
		c.Repairs += o.Repairs
		c.InputTokens += o.Usage.InputTokens
		c.OutputTokens += o.Usage.OutputTokens
		c.CachedTokens += o.Usage.CachedTokens
		took = append(took, o.Duration)
	}
	if len(took) == 0 {
		return c
	}
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[min(len(took)-1, int(share*float64(len(took))))] }
	c.P50, c.P95, c.Max = at(0.5), at(0.95), took[len(took)-1]
	return c
}
