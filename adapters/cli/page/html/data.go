package html

import (
	"fmt"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// rows are the values with their quotations, which are marked.
func (w *writer) rows() []row {
	var all []row
	for _, entry := range w.c.Entries() {
		field := page.Plain(page.FieldName(entry.Path))
		thing := w.m.thing(valueMark, field)
		r := row{ID: thing.id, Field: field, Value: page.Block(page.ValueText(entry))}
		for _, source := range entry.Sources {
			r.Sources = append(r.Sources, w.source(thing, entry, source))
		}
		all = append(all, r)
	}
	if len(all) > 0 || w.c.Result == nil {
		return all
	}
	for name, value := range w.c.Result.Data.Value().Members() {
		thing := w.m.thing(valueMark, name)
		all = append(all, row{ID: thing.id, Field: page.Plain(name), Value: page.Block(page.Shown(value))})
	}
	return all
}

// maxOffsets is how many places of a quotation are listed beside it.
const maxOffsets = 5

func (w *writer) source(thing *thing, entry page.Entry, source intent.AuditSource) sourceView {
	mode := w.w.Exact
	if entry.Mode == intent.EvidenceSemantic {
		mode = w.w.Derived
	}
	v := sourceView{Quote: page.Block(source.Quote), Notes: w.c.SourceName(source.SourceID) + w.w.Comma + mode}
	if source.Ambiguous() {
		v.Badges = append(v.Badges, fmt.Sprintf(w.w.Places, len(source.Occurrences)))
	}
	if page.CutsWord(source) {
		v.Badges = append(v.Badges, w.w.InsideWord)
	}
	for i, at := range source.Occurrences {
		if i == maxPlaces || !w.quotation(thing, source, at) {
			break
		}
		if i < maxOffsets {
			v.Places = append(v.Places, w.offset(thing, at))
		}
	}
	if more := len(source.Occurrences) - len(v.Places); more > 0 {
		v.More = fmt.Sprintf(w.w.Legend.More, more)
	}
	return v
}

// quotation marks one place of a quotation. It reports whether there was room.
func (w *writer) quotation(thing *thing, source intent.AuditSource, at intent.Occurrence) bool {
	end := at.ByteOffset + len(source.Quote)
	thing.places++
	m := mark{
		thing: thing, start: at.ByteOffset, end: end, place: thing.places, ambiguous: source.Ambiguous(),
	}
	if text := w.m.materials[source.SourceID].Content; end >= 0 && end <= len(text) {
		m.shown = wordEnd(text, end)
	}
	return w.m.add(source.SourceID, m)
}

// offset leads to the place that was marked last.
func (w *writer) offset(thing *thing, at intent.Occurrence) place {
	tip := fmt.Sprintf(w.w.Legend.Offsets, at.ByteOffset, at.CodePointOffset, at.UTF16Offset)
	if at.InsideWord {
		tip += w.w.Comma + w.w.InsideWord
	}
	return place{
		ID:   mark{thing: thing, place: thing.places}.placeID(),
		Text: fmt.Sprintf(w.w.Legend.At, at.UTF16Offset), Tip: tip,
	}
}
