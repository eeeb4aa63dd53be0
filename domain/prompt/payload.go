package prompt

import (
	"cmp"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// payload is a JSON object that is written key by key, so that text which is JSON already goes in
// byte for byte.
type payload struct{ bytes []byte }

// newPayload begins a payload with what both stages are given, in the contract's order.
func newPayload(b Basis) *payload {
	p := &payload{bytes: []byte{'{'}}
	p.value("structuredLanguage", strictjson.String(b.Language))
	p.value("currentInput", strictjson.String(b.Request.Input))
	p.value("context", intent.ContextValue(b.Request.Materials()))
	p.raw("schemaReference", cmp.Or(b.Schema, "{}"))
	return p
}

func (p *payload) key(name string) {
	if len(p.bytes) > 1 {
		p.bytes = append(p.bytes, ',')
	}
	p.bytes = append(strictjson.AppendString(p.bytes, name), ':')
}

func (p *payload) value(name string, v strictjson.Value) {
	p.key(name)
	p.bytes = v.AppendJSON(p.bytes)
}

func (p *payload) raw(name, json string) {
	p.key(name)
	p.bytes = append(p.bytes, json...)
}

func (p *payload) strings(name string, texts []string) { p.value(name, strictjson.Strings(texts)) }

func (p *payload) text() string { return string(p.bytes) + "}" }

// extend puts the repair behind all else in a finished payload.
func extend(text, candidate, diagnostic string) string {
	p := &payload{bytes: []byte(strings.TrimSuffix(text, "}"))}
	p.value("repair", strictjson.Object(
		strictjson.Member{Name: "candidate", Value: strictjson.String(candidate)},
		strictjson.Member{Name: "diagnostic", Value: strictjson.String(diagnostic)},
	))
	return p.text()
}
