// Command scenarios measures the offline executor: it has it read every scenario through the public API
// and prints, case by case, whether the result matches the scenario's pattern.
//
//	go run ./acceptance/scenarios [-v] [-only TEXT] [FILE…]
//
// Without files it plays those embedded: public.json, the scenarios that every executor is measured on,
// and own.json, the project's own, written in the same form. -v prints each result. The exit status is 1
// where a scenario is missed.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
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

// scenario is one request as a person writes it and the pattern of a right reading. Where error is given
// instead of expect, the parse must fail so.
type scenario struct {
	ID       string          `json:"id"`
	Language string          `json:"language"`
	Input    string          `json:"input"`
	Context  json.RawMessage `json:"context,omitempty"`
	Fields   *[]string       `json:"fields,omitempty"`
	Schema   json.RawMessage `json:"schema,omitempty"`
	Expect   json.RawMessage `json:"expect,omitempty"`
	Error    json.RawMessage `json:"error,omitempty"`
}

func main() {
	verbose := flag.Bool("v", false, "print each result")
	only := flag.String("only", "", "play the scenarios whose id holds this text")
	flag.Parse()
	missed, err := playAll(os.Stdout, flag.Args(), *only, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scenarios:", err)
		os.Exit(2)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// playAll plays the named files, the embedded ones where none is named, and counts what was missed.
func playAll(out io.Writer, files []string, only string, verbose bool) (missed int, err error) {
	open := os.ReadFile
	if len(files) == 0 {
		files, open = []string{"public.json", "own.json"}, embedded.ReadFile
	}
	for _, file := range files {
		text, err := open(file)
		if err != nil {
			return missed, err
		}
		var list []scenario
		if err := json.Unmarshal(text, &list); err != nil {
			return missed, fmt.Errorf("%s: %w", file, err)
		}
		right, played := 0, 0
		for _, s := range list {
			if !strings.Contains(s.ID, only) {
				continue
			}
			played++
			got, why := s.play()
			if why == nil {
				right++
				fmt.Fprintf(out, "right  %s\n", s.ID)
			} else {
				fmt.Fprintf(out, "MISSED %s: %v\n", s.ID, why)
			}
			if verbose {
				fmt.Fprintf(out, "       %s\n       %s\n", s.Input, got)
			}
		}
		fmt.Fprintf(out, "%s: %d of %d right\n\n", file, right, played)
		missed += played - right
	}
	return missed, nil
}

// play reads the scenario with the offline executor; it gives the reading, and why it is wrong.
func (s scenario) play() (got []byte, why error) {
	in, err := bootstrap.NewIntent(intent.Config{Language: s.Language, Schema: s.Schema}, offline.New())
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
		got, _ = json.Marshal(intent.AsError(err))
		if s.Error == nil {
			return got, errors.New(string(got))
		}
		return got, match.Pattern(s.Error, json.RawMessage(got))
	}
	if got, err = json.Marshal(result); err != nil {
		return nil, err
	}
	if s.Expect == nil {
		return got, errors.New("the parse must fail")
	}
	return got, match.Pattern(s.Expect, json.RawMessage(got))
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
