package schema

import "fmt"

// Reason is one thing that stands against a schema.
type Reason struct {
	Pointer string // where, as a JSON Pointer into the schema; long names are cut
	Keyword string // the keyword it is about; "" where it is about no keyword
	Message string // what is wrong
	WayOut  string // how the same can be said; "" where nothing general can be advised
	Limit   bool   // a limit is passed; the schema is not unsupported by it

	// Of a passed limit: its name, what there was (Most + 1 if counting stopped there), what is allowed.
	Name      string
	Got, Most int
}

// Place returns pointer and message as one text for a person.
func (r Reason) Place() string {
	if r.Pointer == "" {
		return r.Message
	}
	return r.Pointer + " " + r.Message
}

// Reasons is everything that stands against a schema, in document order. None means that it is accepted.
type Reasons []Reason

// Unsupported returns the reasons that are no passed limits: what the subset does not hold.
func (r Reasons) Unsupported() Reasons {
	var left Reasons
	for _, reason := range r {
		if !reason.Limit {
			left = append(left, reason)
		}
	}
	return left
}

// Summary returns the first reason and how many more there are; "" if there is none.
func (r Reasons) Summary() string {
	switch len(r) {
	case 0:
		return ""
	case 1:
		return r[0].Place()
	default:
		return fmt.Sprintf("%s (and %d more)", r[0].Place(), len(r)-1)
	}
}
