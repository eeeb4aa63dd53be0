package executortest

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func isolationRules() []rule {
	return []rule{
		{name: "concurrency", fix: "keep nothing of a call in the executor",
			states: "Generate is safe for concurrent use and each call gets its own answer",
			check:  checkConcurrency, needs: []Kind{Echoes}},
		{name: "history", fix: "keep nothing of a call in the executor; send no nonce in the body",
			states: "a call stands alone: nothing of an earlier one is sent with it",
			check:  checkHistory, needs: []Kind{Completes}},
		{name: "whole request", fix: "send Instructions and Payload, each once",
			states: "instructions and payload reach the model", check: checkWhole,
			needs: []Kind{Completes}},
		{name: "shared memory", fix: "copy what a reply holds",
			states: "a reply shares no memory with the executor: later calls leave it be",
			check:  checkMemory, needs: []Kind{Echoes}},
	}
}

// callsAtOnce is how many calls the concurrency rule makes.
const callsAtOnce = 200

func checkConcurrency(b bench) found {
	executor := b.subject(Behaviour{Kind: Echoes}).Executor
	faults := make([]string, callsAtOnce)
	var wg sync.WaitGroup
	for i := range callsAtOnce {
		wg.Go(func() {
			request := core(executor, i)
			reply, err := ask(executor, request)
			if b.features.OwnText {
				faults[i] = notOwnCandidate(reply, err)
				return
			}
			faults[i] = notComplete(reply, err, request.Payload)
		})
	}
	wg.Wait()
	var f found
	for _, fault := range faults {
		if fault != "" {
			f.addf("%s", fault)
		}
	}
	return f
}

func checkHistory(b bench) found {
	s := b.subject(Behaviour{Kind: Completes, Text: "{}"})
	b.must(s.Sent != nil, "Subject.Sent to look at")
	var f found
	request := core(s.Executor, 0)
	for _, r := range []intent.ModelRequest{request, core(s.Executor, 1), request} {
		_, _ = ask(s.Executor, r)
	}
	sent := s.Sent()
	if len(sent) != 3 {
		f.addf("three calls reached the provider as %d", len(sent))
	} else if sent[0] != sent[2] {
		f.addf("the same request was sent differently after another call: %d and %d bytes",
			len(sent[0]), len(sent[2]))
	}
	return f
}

// checkWhole compares without regard to how the provider's format escapes texts: it looks for the
// letters and digits alone.
func checkWhole(b bench) found {
	s := b.subject(Behaviour{Kind: Completes, Text: "{}"})
	b.must(s.Sent != nil, "Subject.Sent to look at")
	var f found
	request := core(s.Executor, 0)
	request.Instructions, request.Payload = "Answer as told by clause 4711.", `{"currentInput":"count to 31"}`
	_, _ = ask(s.Executor, request)
	sent := strings.Join(s.Sent(), "\n")
	for _, part := range []string{"Answer as told by clause 4711.", "currentInput", "count to 31"} {
		if n := strings.Count(sent, part); n != 1 {
			f.addf("what was sent holds %q %d times", part, n)
		}
	}
	return f
}

func checkMemory(b bench) found {
	var f found
	executor := b.subject(Behaviour{Kind: Echoes}).Executor
	first, err := ask(executor, core(executor, 0))
	if err != nil {
		f.addf("error %v", err)
		return f
	}
	kept := first
	kept.Text, kept.Detail = strings.Clone(first.Text), strings.Clone(first.Detail)
	for i := range 8 {
		_, _ = ask(executor, core(executor, i+1))
	}
	if !reflect.DeepEqual(first, kept) {
		f.addf("the first reply changed")
	}
	return f
}

func secretRules() []rule {
	return []rule{
		{name: "no secret shown", fix: "hold the key as an executorkit.Key",
			states: "the key shows in no format, JSON or log of executor or configuration",
			check:  checkShown, needs: []Kind{Completes}},
		{name: "no secret in errors", fix: "return errors of executorkit or texts of your own: those of net/http " +
			"and of SDKs hold addresses and bodies",
			states: "the key and the material show in no error", check: checkErrors},
		{name: "no secret in what is sent", fix: "send the key in a header alone",
			states: "the key is in no text that the model could read",
			check:  checkSent, needs: []Kind{Completes}},
	}
}

// holder has a value in an unexported field, where fmt calls no method of it.
type holder struct{ value any }

func checkShown(b bench) found {
	b.must(b.features.Secret != "", "Features.Secret to look for")
	var f found
	executor := b.subject(Behaviour{Kind: Completes, Text: "{}"}).Executor
	values := map[string]any{"executor": executor, "configuration": b.features.Config, "id": executor.ID()}
	for what, value := range values {
		if in := formsWith(shown(value), b.features.Secret); in != "" {
			f.under(what, "shows the key as %s", in)
		}
	}
	return f
}

// formsWith lists the forms that hold a text; "" if none does or the text is "".
func formsWith(forms map[string]string, text string) string {
	var in []string
	for form, shown := range forms {
		if text != "" && strings.Contains(shown, text) {
			in = append(in, form)
		}
	}
	slices.Sort(in)
	return strings.Join(in, "; ")
}

// shown gives every form in which a value is usually printed.
func shown(value any) map[string]string {
	forms := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		forms[verb] = fmt.Sprintf(verb, value)
		forms[verb+" in an unexported field (fmt asks no method there)"] = fmt.Sprintf(verb, holder{value})
		forms[verb+" within a slice"] = fmt.Sprintf(verb, []any{value})
	}
	encoded, _ := json.Marshal(value)
	forms["JSON"] = string(encoded)
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("shown", "value", value)
	slog.New(slog.NewTextHandler(&log, nil)).Info("shown", "value", value)
	forms["log"] = log.String()
	return forms
}

func checkErrors(b bench) found {
	var f found
	behaviours := []Behaviour{{Kind: Drops}}
	for status := range statuses() {
		behaviours = append(behaviours, Behaviour{Kind: Fails, Status: status})
	}
	for _, behaviour := range behaviours {
		if slices.Contains(b.features.Cannot, behaviour.Kind) {
			continue
		}
		executor := b.subject(behaviour).Executor
		_, err := ask(executor, core(executor, 0))
		if err == nil {
			continue
		}
		forms := shown(err)
		if in := formsWith(forms, b.features.Secret); in != "" {
			f.under(behaviour.String(), "the error shows the key as %s", in)
		}
		if in := formsWith(forms, marker); in != "" {
			f.under(behaviour.String(), "the error shows the material as %s", in)
		}
	}
	return f
}

func checkSent(b bench) found {
	s := b.subject(Behaviour{Kind: Completes, Text: "{}"})
	b.must(s.Sent != nil && b.features.Secret != "", "Subject.Sent or no Features.Secret")
	var f found
	_, _ = ask(s.Executor, core(s.Executor, 0))
	if strings.Contains(strings.Join(s.Sent(), "\n"), b.features.Secret) {
		f.addf("it was sent as part of the request")
	}
	return f
}
