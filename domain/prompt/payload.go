package prompt

import (
	"cmp"
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// roomForCore is how many bytes the core result and the list of fields of a payload usually take.
const roomForCore = 4096

// payload is the rest of a JSON object that is written key by key, so that text which is JSON already
// goes in byte for byte.
type payload struct{ bytes []byte }

// corePayload is what stage core is given, in the contract's order; stage data is given more behind it.
func corePayload(b Basis) string {
	if b.core != "" {
		return b.core
	}
	p := payload{bytes: make([]byte, 0, roomFor(b))}
	p.bytes = append(p.bytes, `{"structuredLanguage":`...)
	p.bytes = strictjson.AppendString(p.bytes, b.Language)
	p.value("currentInput", strictjson.String(b.Request.Input))
	p.value("context", intent.ContextValue(b.Request.Materials()))
	p.raw("schemaReference", cmp.Or(b.Schema, "{}"))
	return p.text()
}

// roomFor counts the bytes of a core payload, but for the escapes that need more than two.
func roomFor(b Basis) int {
	room := 256 + len(b.Schema)
	for _, m := range b.Request.Materials() {
		room += 64 + len(m.Content) + strings.Count(m.Content, `"`) + strings.Count(m.Content, `\`) +
			strings.Count(m.Content, "\n")
	}
	return room
}

func (p *payload) key(name string) {
	p.bytes = append(p.bytes, ',')
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

// text ends the object.
func (p *payload) text() string { return string(append(p.bytes, '}')) }

// extend puts the repair behind all else in a finished payload.
func extend(text, candidate, diagnostic string) string {
	p := payload{bytes: make([]byte, 0, len(candidate)+len(candidate)/8+len(diagnostic)+roomForCore)}
	p.value("repair", strictjson.Object(
		strictjson.Field("candidate", strictjson.String(candidate)),
		strictjson.Field("diagnostic", strictjson.String(diagnostic)),
	))
	return strings.TrimSuffix(text, "}") + p.text()
}
