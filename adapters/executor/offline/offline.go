// Package offline is an executor without a model: a deterministic, rule-based reader of English and
// Chinese requests. It is what the command uses when nothing else is configured, so that a newcomer
// sees the whole path without a key, and a baseline against which model executors are measured.
//
// What it is: word lists, clause grammar and patterns. It splits clauses; finds request verbs, politely
// wrapped, negated (prohibitions), repeated; sequence, approval and condition markers; corrections;
// reported, supposed and quoted deeds, which ask for nothing; and it keeps the request's own words. For
// data it matches fields by enum member, format, pattern, labelled value, number with unit and stated
// boolean. What it is unsure of becomes a question, "undetermined", or is left out.
//
// What it is not: it does not understand. It knows no synonyms beyond its lists, resolves a pronoun only
// to what was named last, reads no relative dates, fills no array of objects, and translates nothing:
// targets and requirements stay in the language of the request. A long or intricate text will be
// misread; a model reads better.
//
// It uses neither files nor network, keeps nothing between calls, and takes time linear in the text.
package offline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// maxItems is the number of intents and prohibitions beyond which an answer is incomplete, as the
// contract's default of maxIntentCount is 100.
const maxItems = 100

// Executor is the offline reader. It holds nothing and is safe for concurrent use.
type Executor struct{}

var _ ports.Executor = (*Executor)(nil)

// New makes an offline reader.
func New() *Executor { return &Executor{} }

// ID is "offline".
func (*Executor) ID() string { return "offline" }

// Capabilities tells that candidates are well-formed by construction, that a turn sees nothing but its
// request, and that Generate ends with its context.
func (*Executor) Capabilities() ports.Capabilities {
	return ports.Capabilities{NativeJSONSchema: true, NativeJSONObject: true, IsolatedTurn: true,
		SupportsAbort: true}
}

// payload is what the reader uses of a model request's payload.
type payload struct {
	StructuredLanguage string          `json:"structuredLanguage"`
	CurrentInput       string          `json:"currentInput"`
	Context            []material      `json:"context"`
	SelectedSchema     json.RawMessage `json:"selectedSchema"`
	SelectedFields     []string        `json:"selectedFields"`
}

type material struct {
	SourceID string `json:"sourceId"`
	Role     string `json:"role"`
	Content  string `json:"content"`
}

// Generate reads the request of one stage. A structured language other than English and Chinese is
// refused, a request with more than 100 deeds is answered incompletely. A repair request gets the same
// answer as the first: there is no other reading here. The error is ctx's, or tells that the payload or
// the stage is none of the contract's.
func (*Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	if err := ctx.Err(); err != nil {
		return intent.ModelReply{}, err
	}
	var p payload
	if err := json.Unmarshal([]byte(request.Payload), &p); err != nil {
		return intent.ModelReply{}, fmt.Errorf("the payload is not the contract's: %T", err)
	}
	w := wordingFor(p.StructuredLanguage)
	if w == nil {
		return intent.ModelReply{Outcome: intent.OutcomeRefusal,
			Detail: "the offline reader writes English (en) and Chinese (zh, cmn) only"}, nil
	}
	r := read(p.CurrentInput, w, p.earlier(w))
	if err := ctx.Err(); err != nil {
		return intent.ModelReply{}, err
	}
	if len(r.items) >= maxItems {
		return intent.ModelReply{Outcome: intent.OutcomeIncomplete,
			Detail: fmt.Sprintf("the request asks for %d things or more", maxItems)}, nil
	}
	switch request.Stage {
	case intent.StageCore:
		return reply(r.candidate())
	case intent.StageData:
		c, err := p.data(ctx, r)
		if err != nil {
			return intent.ModelReply{}, err
		}
		return reply(c)
	}
	return intent.ModelReply{}, fmt.Errorf("there is no stage %q", request.Stage)
}

func reply(candidate any) (intent.ModelReply, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(candidate); err != nil {
		return intent.ModelReply{}, fmt.Errorf("the candidate cannot be written: %T", err)
	}
	return intent.ModelReply{Outcome: intent.OutcomeComplete, Text: out.String(),
		Usage: intent.Usage{Model: "offline"}}, nil
}

// earlier gives the reading of the last user message of the context, made once and only when a pronoun,
// a correction or a bare yes needs it.
func (p payload) earlier(w *wording) func() *reading {
	var done bool
	var found *reading
	return func() *reading {
		if done {
			return found
		}
		done = true
		for i := len(p.Context) - 1; i >= 0; i-- {
			if m := p.Context[i]; m.Role == "user" || m.Role == "background" {
				found = read(m.Content, w, nil)
				break
			}
		}
		return found
	}
}
