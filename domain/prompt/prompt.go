package prompt

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Basis is what both stages of one reading are given.
type Basis struct {
	Language string // canonical tag of the structured language
	Schema   string // the whole schema as kept, compact JSON text; "" or {} without one
	Request  intent.Request

	// NativeJSONSchema says that whoever generates can be held to a schema in stage core.
	NativeJSONSchema bool

	core string // the payload of stage core, once it is written; see Share
}

// Share returns a basis that writes what the payloads of both stages begin with, the material above all,
// once. It is for who asks for more than one task; the basis must not be changed afterwards, but for
// NativeJSONSchema.
func (b Basis) Share() Basis {
	b.core = corePayload(b)
	return b
}

// Core gives the task of stage core. It does not depend on the request's selection of fields.
func Core(b Basis) intent.ModelRequest {
	format := intent.Format{Kind: intent.FormatJSONObject}
	if b.NativeJSONSchema {
		format = intent.Format{Kind: intent.FormatJSONSchema, Name: CoreFormatName, Schema: coreSchemaText()}
	}
	return intent.ModelRequest{
		Stage:        intent.StageCore,
		Instructions: instructions(intent.StageCore),
		Payload:      corePayload(b),
		Format:       format,
	}
}

// Data gives the task of stage data: core is the checked core result, p the projection of the
// selected fields in the request's order. The format is one JSON object always: a business schema is
// beyond what strict modes can express.
func Data(b Basis, core intent.Result, p *schema.Projection) intent.ModelRequest {
	core.Data = intent.Data{}
	begins := strings.TrimSuffix(corePayload(b), "}")
	goesOn := payload{bytes: make([]byte, 0, len(p.Text())+roomForCore)}
	goesOn.value("checkedDefault", core.Value())
	goesOn.raw("selectedSchema", p.Text())
	goesOn.value("selectedFields", strictjson.Strings(p.Fields()))
	return intent.ModelRequest{
		Stage:        intent.StageData,
		Instructions: instructions(intent.StageData),
		Payload:      begins + goesOn.text(),
		Format:       intent.Format{Kind: intent.FormatJSONObject},
	}
}

// Repair asks a stage again: the same instructions with one line more, the same material, the
// mistaken candidate and the diagnostic. The candidate's bytes that are not UTF-8 become U+FFFD, one
// for each. r is a request that [Core] or [Data] made.
func Repair(r intent.ModelRequest, candidate, diagnostic string) intent.ModelRequest {
	r.Instructions += repairInstructions()
	r.Payload = extend(r.Payload, candidate, diagnostic)
	return r
}

// Bytes counts what maxRequestBytes bounds: instructions, payload and format schema.
func Bytes(r intent.ModelRequest) int {
	return len(r.Instructions) + len(r.Payload) + len(r.Format.Schema)
}
