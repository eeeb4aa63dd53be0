package candidate

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Evidence is one entry that ties a value of data to the material.
type Evidence struct {
	Path    string // JSON Pointer into the candidate
	Mode    intent.EvidenceMode
	Sources []Source

	at *node // what the path names
}

// Source is one quotation.
type Source struct {
	SourceID string // a material's id
	Quote    string
}

var (
	evidenceKeys = []key{{"path", wantPath}, {"mode", wantMode}, {"sources", wantSources}}
	sourceKeys   = []key{{"sourceId", wantSourceID}, {"quote", wantQuote}}
)

const (
	wantPath     = "a JSON Pointer such as /data/name"
	wantBelow    = "the JSON Pointer of a value below /data"
	wantMode     = "exact or semantic"
	wantSources  = "a non-empty array of sources"
	wantSourceID = "the id of a material"
	wantQuote    = "a non-blank quote"
)

func (r *dataReader) evidence(n *node) {
	entries := r.array(n, wantEntries)
	r.data.evidence = make([]Evidence, 0, len(entries))
	for i := range entries {
		if !r.goOn() {
			return
		}
		r.data.evidence = append(r.data.evidence, r.entry(&entries[i]))
	}
}

func (r *dataReader) entry(n *node) Evidence {
	if !r.object(n, evidenceKeys) {
		return Evidence{}
	}
	entry := Evidence{
		Mode:    word(&r.report, n.child("mode"), RuleWord, intent.EvidenceExact, intent.EvidenceSemantic),
		Sources: r.sources(n.child("sources")),
	}
	path := n.child("path")
	entry.Path, entry.at = r.path(path, RuleEvidencePath, wantBelow)
	if entry.at == nil {
		return entry
	}
	switch {
	case entry.at == r.data.object:
		r.add(path, RuleEvidencePath, "is /data itself, expected "+wantBelow)
	case entry.at.evidenced:
		r.add(path, RuleEvidenceDuplicate, "comes a second time, expected one entry for a path")
	}
	entry.at.evidenced = true
	r.exact(n, entry)
	return entry
}

// path reads a pointer that must name something in data. It finds nothing where data is no object:
// that was reported.
func (r *dataReader) path(n *node, rule, expects string) (string, *node) {
	text := r.text(n, expects)
	if text == "" {
		return "", nil
	}
	tokens, err := r.split(text)
	switch {
	case err != nil:
		r.add(n, rule, "is not a JSON Pointer, expected "+expects+", with ~ as ~0 and / as ~1")
		return text, nil
	case len(tokens) == 0 || tokens[0] != "data":
		r.add(n, rule, "lies outside /data, expected "+expects)
		return text, nil
	case r.data.object == nil:
		return text, nil
	}
	at, whole := r.data.object.resolve(tokens[1:])
	if !whole {
		r.add(n, rule, "names nothing that data holds, expected "+expects)
		return text, nil
	}
	return text, at
}

// split returns a path's reference tokens, which are good until the next call. A candidate has a path for
// each of its values, and hardly one with an escape.
func (r *dataReader) split(path string) ([]string, error) {
	if !strings.HasPrefix(path, "/") || strings.Contains(path, "~") {
		return strictjson.SplitPointer(path)
	}
	r.tokens = r.tokens[:0]
	for token := range strings.SplitSeq(path[1:], "/") {
		r.tokens = append(r.tokens, token)
	}
	return r.tokens, nil
}

// exact checks what the mode promises: the value is a string and equals one of its quotes.
func (r *dataReader) exact(n *node, entry Evidence) {
	if entry.Mode != intent.EvidenceExact {
		return
	}
	value := entry.at.value
	if value.Kind() != strictjson.KindString {
		r.add(n.child("mode"), RuleEvidenceExact,
			"is exact for "+value.Kind().WithArticle()+", expected semantic for all but strings")
		return
	}
	for _, source := range entry.Sources {
		if source.Quote == value.Text() {
			return
		}
	}
	r.add(n.child("mode"), RuleEvidenceExact,
		"is exact, but the value equals none of its quotes, expected the quoted text as value, or semantic")
}

// coverage checks that every leaf and every empty container of the selected fields has its entry
// (rule 2). What was not selected must go, and needs none.
func (r *dataReader) coverage() {
	if r.data.object == nil {
		return
	}
	for i := range r.data.object.children {
		if field := &r.data.object.children[i]; r.fields[field.name()] {
			r.covered(field)
		}
	}
}

func (r *dataReader) covered(n *node) {
	if !r.goOn() {
		return
	}
	if n.leaf() && !n.evidenced {
		r.add(n, RuleEvidenceMissing, "has no evidence, expected one entry in evidence for this path")
	}
	for i := range n.children {
		r.covered(&n.children[i])
	}
}
