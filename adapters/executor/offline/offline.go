// Package offline is an executor without a model: a deterministic, rule-based reader of English and
// Chinese requests. It is what the command uses when nothing else is configured, so that a newcomer
// sees the whole path without a key, and a baseline against which model executors are measured.
//
// What it is: two word lists and one clause grammar that reads both languages by the roles that the lists
// give the words. Every word of a clause has to be accounted for; words that are not make the clause
// unclear, and it asks about them. Values are taken whole or not at all.
//
// What it is not: it does not understand. It knows no synonyms beyond its lists, resolves a pronoun only to
// what was named last, reads no relative dates, fills no array of objects, translates nothing, and can
// judge few descriptions of a schema. A model reads better.
//
// It uses neither files nor network, keeps nothing between calls, and takes time linear in the text.
package offline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/wording"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// Executor is the offline reader. Its word lists are loaded at the first request and kept; it is safe for
// concurrent use.
type Executor struct {
	words func() (*lexicon.Lexicon, error)
}

var _ ports.Executor = (*Executor)(nil)

// New makes an offline reader.
func New() *Executor { return &Executor{sync.OnceValues(lexicon.Load)} }

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
func (e *Executor) Generate(ctx context.Context, request intent.ModelRequest) (intent.ModelReply, error) {
	if err := ctx.Err(); err != nil {
		return intent.ModelReply{}, err
	}
	var p payload
	if err := json.Unmarshal([]byte(request.Payload), &p); err != nil {
		return intent.ModelReply{}, fmt.Errorf("the payload is not the contract's: %T", err)
	}
	texts, ok, err := wording.For(p.StructuredLanguage)
	if err != nil {
		return intent.ModelReply{}, err
	}
	if !ok {
		return intent.ModelReply{Outcome: intent.OutcomeRefusal,
			Detail: "the offline reader writes English (en) and Chinese (zh, cmn) only"}, nil
	}
	words, err := e.words()
	if err != nil {
		return intent.ModelReply{}, err
	}
	r := clause.Read(token.Cut(p.CurrentInput, words), words, p.earlier(words))
	if err := ctx.Err(); err != nil {
		return intent.ModelReply{}, err
	}
	if len(r.Items) >= clause.MaxItems {
		return intent.ModelReply{Outcome: intent.OutcomeIncomplete,
			Detail: fmt.Sprintf("the request asks for %d things or more", clause.MaxItems)}, nil
	}
	switch request.Stage {
	case intent.StageCore:
		return reply(coreOf(r, texts))
	case intent.StageData:
		c, err := p.data(ctx, r, words, texts)
		if err != nil {
			return intent.ModelReply{}, err
		}
		return reply(c)
	}
	return intent.ModelReply{}, fmt.Errorf("there is no stage %q", request.Stage)
}

// earlier reads the last message of the user before the request, nil if there is none.
func (p payload) earlier(words *lexicon.Lexicon) *clause.Reading {
	for i := len(p.Context) - 1; i >= 0; i-- {
		if m := p.Context[i]; (m.Role == "user" || m.Role == "background") && m.Content != "" {
			return clause.Read(token.Cut(m.Content, words), words, nil)
		}
	}
	return nil
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
