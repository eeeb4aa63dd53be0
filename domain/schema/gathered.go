package schema

// MaxReasons is how many reasons against a schema are listed; one more says that there are others.
const MaxReasons = 1000

// gathered are the reasons found so far. They are bounded here, where they are gathered: a stranger's
// schema may have any number of them.
type gathered struct{ reasons Reasons }

func (g *gathered) add(reason Reason) {
	switch {
	case len(g.reasons) < MaxReasons:
		g.reasons = append(g.reasons, reason)
	case len(g.reasons) == MaxReasons:
		g.reasons = append(g.reasons, Reason{Message: "and more, which are not listed", Limit: reason.Limit})
	default:
		last := &g.reasons[MaxReasons]
		last.Limit = last.Limit && reason.Limit
	}
}
