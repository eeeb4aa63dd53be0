package schema

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// inOrder puts reasons in document order and says each once: an inlined schema is read as often as it is
// used.
func (p *preparer) inOrder(reasons Reasons) Reasons {
	type placed struct {
		Reason
		place []int
	}
	seen := map[Reason]bool{}
	var all []placed
	for _, reason := range reasons {
		if !seen[reason] {
			seen[reason] = true
			all = append(all, placed{reason, p.place(reason.Pointer)})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return slices.Compare(a.place, b.place) })
	ordered := make(Reasons, len(all))
	for i := range all {
		ordered[i] = all[i].Reason
	}
	p.orderChanges()
	return ordered
}

func (p *preparer) orderChanges() {
	places := map[string][]int{}
	for _, change := range p.changes {
		places[change.Pointer] = p.place(change.Pointer)
	}
	slices.SortStableFunc(p.changes, func(a, b Change) int {
		return slices.Compare(places[a.Pointer], places[b.Pointer])
	})
	p.changes = slices.Compact(p.changes)
}

// place returns the positions among their siblings of the values on the way to a pointer, as far as it leads:
// a name that was cut leads nowhere.
func (p *preparer) place(pointer string) []int {
	tokens, _ := strictjson.SplitPointer(pointer)
	place := make([]int, 0, len(tokens))
	v := p.whole
	for i, token := range tokens {
		next, ok := v.Resolve(tokens[i : i+1])
		if !ok {
			break
		}
		position, _ := v.Position(token)
		if v.Kind() == strictjson.KindArray {
			position = indexOf(token)
		}
		place, v = append(place, position), next
	}
	return place
}

func indexOf(token string) int {
	n := 0
	for _, digit := range []byte(token) {
		n = n*10 + int(digit-'0')
	}
	return n
}
