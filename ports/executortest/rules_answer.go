package executortest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports"
)

func identityRules() []rule {
	return []rule{
		{name: "id", fix: "return a constant text",
			states: "ID is constant and not blank", check: checkID, needs: []Kind{Completes}},
		{name: "capabilities", fix: "return constants, with SupportsAbort true",
			states: "Capabilities are constant and SupportsAbort holds",
			check:  checkCapabilities, needs: []Kind{Completes}},
	}
}

func checkID(b bench) found {
	var f found
	executor := b.subject(Behaviour{Kind: Completes, Text: "{}"}).Executor
	first := executor.ID()
	if text.Blank(first) || !utf8.ValidString(first) {
		f.addf("ID is %q", first)
	}
	_, _ = ask(executor, core(executor, 0))
	if again := executor.ID(); again != first {
		f.addf("ID was %q and is %q after a call", first, again)
	}
	return f
}

func checkCapabilities(b bench) found {
	var f found
	executor := b.subject(Behaviour{Kind: Completes, Text: "{}"}).Executor
	first := executor.Capabilities()
	if !first.SupportsAbort {
		f.addf("SupportsAbort is false: no instance would take the executor")
	}
	_, _ = ask(executor, core(executor, 0))
	all := make([]ports.Capabilities, 16)
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { all[i] = executor.Capabilities() })
	}
	wg.Wait()
	for _, again := range all {
		if again != first {
			f.addf("capabilities were %+v and are %+v after a call", first, again)
			break
		}
	}
	return f
}

func answerRules() []rule {
	return []rule{
		{name: "completion", fix: "hand the text on as it came: no trimming, no decoding twice",
			states: "a complete reply holds the whole candidate, byte for byte",
			check:  checkCompletion, needs: []Kind{Completes}},
		{name: "json object", fix: "rely on the instructions if the provider knows no JSON mode",
			states: "a json_object request is never refused for its format",
			check:  checkObject, needs: []Kind{Completes}},
		{name: "blank", fix: "hand it on: the runtime refuses it without a repair",
			states: "a blank candidate is handed on, not judged",
			check:  checkBlank, needs: []Kind{Completes}},
		{name: "refusal", fix: "return OutcomeRefusal and put what the model said into Detail",
			states: "a model that declines is outcome refusal without a text",
			check:  checkDeclined(Refuses, intent.OutcomeRefusal), needs: []Kind{Refuses}},
		{name: "incompletion", fix: "return OutcomeIncomplete and drop the text",
			states: "an answer broken off is outcome incomplete without a text",
			check:  checkDeclined(Stops, intent.OutcomeIncomplete), needs: []Kind{Stops}},
		{name: "one generation", fix: "switch the retries of the SDK off",
			states: "a call is one generation: no retry, no other mode, whatever comes back",
			check:  checkOne},
	}
}

// candidates are texts that something between provider and reply could spoil.
func candidates() []string {
	return []string{
		`{"a":1}`,
		" \n{\"b\" : [ ] }\t\n",
		"{\"c\":\"\\u003c<&>\u2028é漢😀\\\\\\\"\"}",
		"no JSON at all ```json {}```",
		strings.Repeat(`{"long":"0123456789"}`, 3000),
	}
}

func checkCompletion(b bench) found {
	var f found
	if b.features.OwnText {
		executor := b.subject(Behaviour{Kind: Completes}).Executor
		reply, err := ask(executor, core(executor, 0))
		if why := notOwnCandidate(reply, err); why != "" {
			f.addf("%s", why)
		}
		return f
	}
	for _, text := range candidates() {
		executor := b.subject(Behaviour{Kind: Completes, Text: text}).Executor
		reply, err := ask(executor, core(executor, 0))
		if why := notComplete(reply, err, text); why != "" {
			f.addf("%s", why)
		}
	}
	return f
}

func notComplete(reply intent.ModelReply, err error, text string) string {
	switch {
	case err != nil:
		return fmt.Sprintf("error %v", err)
	case reply.Outcome != intent.OutcomeComplete:
		return fmt.Sprintf("outcome %q", reply.Outcome)
	case reply.Text != text:
		return fmt.Sprintf("the text of %d bytes is not the candidate of %d bytes", len(reply.Text), len(text))
	default:
		return ""
	}
}

func notOwnCandidate(reply intent.ModelReply, err error) string {
	if err != nil || reply.Outcome != intent.OutcomeComplete {
		return fmt.Sprintf("outcome %q, error %v", reply.Outcome, err)
	}
	value, err := strictjson.Decode([]byte(reply.Text), strictjson.Options{})
	if err != nil || value.Kind() != strictjson.KindObject {
		return "its own candidate is not one JSON object"
	}
	return ""
}

func checkObject(b bench) found {
	const text = `{"plain":true}`
	var f found
	executor := b.subject(Behaviour{Kind: Completes, Text: text}).Executor
	reply, err := ask(executor, object(executor, 0))
	why := notComplete(reply, err, text)
	if b.features.OwnText {
		why = notOwnCandidate(reply, err)
	}
	if why != "" {
		f.addf("%s", why)
	}
	return f
}

func checkBlank(b bench) found {
	b.must(!b.features.OwnText, "provider whose text is handed on")
	var f found
	for _, text := range []string{"", " \n\t"} {
		executor := b.subject(Behaviour{Kind: Completes, Text: text}).Executor
		reply, err := ask(executor, core(executor, 0))
		if why := notComplete(reply, err, text); why != "" {
			f.addf("%s", why)
		}
	}
	return f
}

func checkDeclined(kind Kind, want intent.Outcome) func(b bench) found {
	return func(b bench) found {
		var f found
		executor := b.subject(Behaviour{Kind: kind}).Executor
		reply, err := ask(executor, core(executor, 0))
		if err != nil || reply.Outcome != want || reply.Text != "" {
			f.addf("outcome %q, a text of %d bytes, error %v", reply.Outcome, len(reply.Text), err)
		}
		return f
	}
}

func checkOne(b bench) found {
	b.must(!b.features.Repeats, "call that is one generation, by Features.Repeats")
	var f found
	behaviours := []Behaviour{
		{Kind: Completes, Text: "{}"}, {Kind: Completes}, {Kind: Refuses}, {Kind: Stops}, {Kind: Drops},
		{Kind: Fails, Status: 400}, {Kind: Fails, Status: 429}, {Kind: Fails, Status: 500},
		{Kind: Fails, Status: 503},
	}
	for _, behaviour := range behaviours {
		if slices.Contains(b.features.Cannot, behaviour.Kind) {
			continue
		}
		s := b.subject(behaviour)
		b.must(s.Sent != nil, "Subject.Sent to count calls")
		_, _ = ask(s.Executor, core(s.Executor, 0))
		if n := len(s.Sent()); n != 1 {
			f.under(behaviour.String(), "%d calls reached the provider", n)
		}
	}
	return f
}
