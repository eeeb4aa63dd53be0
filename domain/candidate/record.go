package candidate

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// Evidence lists the candidate's evidence entries as far as they could be read. The slices are the
// caller's own.
func (d *Data) Evidence() []Evidence {
	list := slices.Clone(d.evidence)
	for i := range list {
		list[i].Sources = slices.Clone(list[i].Sources)
	}
	return list
}

// Checks lists the candidate's description checks as far as they could be read. The slices are the
// caller's own.
func (d *Data) Checks() []Check {
	list := slices.Clone(d.checks)
	for i := range list {
		list[i].Sources = slices.Clone(list[i].Sources)
	}
	return list
}

// FieldResults lists the candidate's field results as far as they could be read. The slice is the
// caller's own.
func (d *Data) FieldResults() []FieldResult { return slices.Clone(d.results) }

// Findings returns what the candidate says of its data: leaves and containers with every occurrence of
// their quotes, description verdicts and field conclusions. Entries that name nothing are left out.
func (d *Data) Findings() intent.AuditFindings {
	var audit intent.AuditFindings
	finder := newFinder(d.task.Materials)
	for _, entry := range d.evidence {
		if entry.at == nil {
			continue
		}
		leaf := intent.AuditLeaf{
			Path: entry.Path, Mode: entry.Mode, Value: entry.at.value, Sources: finder.sources(entry.Sources),
		}
		if entry.at.leaf() {
			audit.Leaves = append(audit.Leaves, leaf)
		} else {
			audit.Containers = append(audit.Containers, leaf)
		}
	}
	for _, check := range d.checks {
		audit.Verdicts = append(audit.Verdicts, intent.AuditVerdict{
			Path: check.Path, Verdict: check.Verdict, Explanation: check.Explanation,
			Sources: finder.sources(check.Sources),
		})
	}
	for _, result := range d.results {
		audit.Fields = append(audit.Fields, intent.AuditConclusion(result))
	}
	return audit
}

// finder looks up each quote once, however many entries give it; they share the list of places.
type finder struct {
	texts map[string]string
	known map[Source]intent.AuditSource
	left  int // places that may still be listed
}

func newFinder(materials []intent.Material) *finder {
	f := &finder{
		texts: make(map[string]string, len(materials)),
		known: map[Source]intent.AuditSource{},
		left:  MaxPlaces,
	}
	for _, m := range materials {
		f.texts[m.ID] = m.Content
	}
	return f
}

func (f *finder) sources(list []Source) []intent.AuditSource {
	found := make([]intent.AuditSource, len(list))
	for i, source := range list {
		found[i] = f.charge(f.source(source))
	}
	return found
}

func (f *finder) source(source Source) intent.AuditSource {
	place, ok := f.known[source]
	if !ok {
		place = intent.AuditSource{SourceID: source.SourceID, Quote: source.Quote}
		place.Occurrences, place.Truncated = Occurrences(f.texts[source.SourceID], source.Quote)
		f.known[source] = place
	}
	return place
}

// charge counts what a source lists against [MaxPlaces] and cuts what is too much.
func (f *finder) charge(source intent.AuditSource) intent.AuditSource {
	if most := max(f.left, 2); len(source.Occurrences) > most {
		source.Occurrences, source.Truncated = slices.Clip(source.Occurrences[:most]), true
	}
	f.left -= len(source.Occurrences)
	return source
}
