// Command scenarios measures the offline executor: it has it read every scenario through the public API
// and says of each reading whether it is right, asks, or is wrong.
//
//	go run ./acceptance/scenarios [-v] [-only TEXT] [FILE…]
//
// Without files it plays those embedded: public.json, the scenarios that every executor is measured on,
// and own.json, the project's own. -v prints each result. The exit status is 1 if a reading is wrong.
//
// A scenario has a pattern for a right reply, or several of which one must match, and patterns of wrong
// ones. A reading is right if it matches the first; else wrong if it matches one of the second; else it
// asks if an intent needs clarification or if the error is DATA_EXTRACTION_FAILED or MODEL_REFUSED;
// everything else is wrong.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/adapters/executor/offline"
	"github.com/devcodex/intent-runtime/bootstrap"
	"github.com/devcodex/intent-runtime/domain/intent"
)

//go:embed public.json own.json
var embedded embed.FS

// scenario is one request as a person writes it, with patterns for the reply envelope.
type scenario struct {
	ID       string            `json:"id"`
	Language string            `json:"language"`
	Input    string            `json:"input"`
	Context  json.RawMessage   `json:"context,omitempty"`
	Fields   *[]string         `json:"fields,omitempty"`
	Schema   json.RawMessage   `json:"schema,omitempty"`
	Right    json.RawMessage   `json:"right"`
	Wrong    []json.RawMessage `json:"wrong"`
}

// score counts the marks of many scenarios.
type score struct{ right, asked, wrong int }

func main() {
	verbose := flag.Bool("v", false, "print each result")
	only := flag.String("only", "", "play the scenarios whose id holds this text")
	flag.Parse()
	total, err := playAll(os.Stdout, flag.Args(), *only, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scenarios:", err)
		os.Exit(2)
	}
	if total.wrong > 0 {
		os.Exit(1)
	}
}

// playAll plays the named files, the embedded ones if none is named.
func playAll(out io.Writer, files []string, only string, verbose bool) (total score, err error) {
	open := os.ReadFile
	if len(files) == 0 {
		files, open = []string{"public.json", "own.json"}, embedded.ReadFile
	}
	reader := offline.New()
	for _, file := range files {
		text, err := open(file)
		if err != nil {
			return total, err
		}
		var list []scenario
		if err := json.Unmarshal(text, &list); err != nil {
			return total, fmt.Errorf("%s: %w", file, err)
		}
		var sum score
		for _, s := range list {
			if strings.Contains(s.ID, only) {
				sum.add(s.told(out, reader, verbose))
			}
		}
		fmt.Fprintf(out, "%s: %d right, %d asked, %d wrong\n\n", file, sum.right, sum.asked, sum.wrong)
		total.right, total.asked, total.wrong = total.right+sum.right, total.asked+sum.asked, total.wrong+sum.wrong
	}
	return total, nil
}

func (s *score) add(mark string) {
	switch mark {
	case "right":
		s.right++
	case "asked":
		s.asked++
	default:
		s.wrong++
	}
}

// told plays a scenario and prints its mark.
func (s scenario) told(out io.Writer, reader *offline.Executor, verbose bool) string {
	got, err := s.play(reader)
	mark, why := "WRONG", err
	if err == nil {
		mark, why = s.judge(got)
	}
	if mark == "WRONG" {
		fmt.Fprintf(out, "WRONG  %s: %q: %v\n", s.ID, s.Input, why)
	} else if verbose {
		fmt.Fprintf(out, "%s  %s\n", mark, s.ID)
	}
	if verbose {
		fmt.Fprintf(out, "       %s\n       %s\n", s.Input, got)
	}
	return mark
}

// judge marks a reply; why says what is wrong with a wrong one.
func (s scenario) judge(got []byte) (mark string, why error) {
	rights := []json.RawMessage{s.Right}
	if strings.HasPrefix(strings.TrimSpace(string(s.Right)), "[") {
		if err := json.Unmarshal(s.Right, &rights); err != nil {
			return "WRONG", err
		}
	}
	for _, pattern := range rights {
		if why = match.Pattern(pattern, json.RawMessage(got)); why == nil {
			return "right", nil
		}
	}
	var reply struct {
		Result intent.Result `json:"result"`
		Error  struct {
			Code intent.Code `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(got, &reply); err != nil {
		return "WRONG", err
	}
	for _, pattern := range s.Wrong {
		if match.Pattern(pattern, json.RawMessage(got)) == nil {
			return "WRONG", why
		}
	}
	if reply.Error.Code == intent.DataExtractionFailed || reply.Error.Code == intent.ModelRefused {
		return "asked", nil
	}
	for _, item := range reply.Result.Intents {
		if item.Status == intent.StatusNeedsClarification {
			return "asked", nil
		}
	}
	return "WRONG", why
}

// play reads the scenario with the offline executor and gives the reply envelope.
func (s scenario) play(reader *offline.Executor) ([]byte, error) {
	in, err := bootstrap.NewIntent(intent.Config{Language: s.Language, Schema: s.Schema}, reader)
	if err != nil {
		return nil, err
	}
	defer in.Dispose()
	request, err := s.request()
	if err != nil {
		return nil, err
	}
	result, err := in.Parse(context.Background(), request)
	if err != nil {
		return json.Marshal(map[string]any{"kind": "error", "error": intent.AsError(err)})
	}
	return json.Marshal(map[string]any{"kind": "result", "result": result})
}

// request is what a caller would send: the wire form, read by the strict reader.
func (s scenario) request() (intent.Request, error) {
	wire := map[string]any{"input": s.Input}
	if s.Context != nil {
		wire["context"] = s.Context
	}
	if s.Fields != nil {
		wire["fields"] = *s.Fields
	}
	text, err := json.Marshal(wire)
	if err != nil {
		return intent.Request{}, err
	}
	return intent.ReadRequest(text)
}
