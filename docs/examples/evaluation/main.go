// Command evaluation writes four public test sets as cases for `intent eval`: one JSON object a line.
//
//	go run ./docs/examples/evaluation SET FILE [ANSWERS] > cases.jsonl
//
// SET is snips, clinc150, nlupp or bfcl; ANSWERS is bfcl's file of possible answers. docs/evaluation.md says
// where the files are, under which licence, and what a case of each set asks for.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// evalCase is one case as `intent eval` reads it. A schema's members are sorted by encoding/json, which
// changes nothing for a reader.
type evalCase struct {
	ID     string         `json:"id"`
	Tags   []string       `json:"tags,omitempty"`
	Input  string         `json:"input"`
	Schema map[string]any `json:"schema,omitempty"`
	Expect map[string]any `json:"expect"`
}

// converters are the sets: each makes cases of the text of its files.
func converters() map[string]func(files [][]byte) ([]evalCase, error) {
	return map[string]func([][]byte) ([]evalCase, error){
		"snips": snips, "clinc150": clinc150, "nlupp": nlupp, "bfcl": bfcl,
	}
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "evaluation:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) < 2 {
		return errors.New("usage: evaluation snips|clinc150|nlupp|bfcl FILE [ANSWERS]")
	}
	convert, ok := converters()[args[0]]
	if !ok {
		return fmt.Errorf("there is no set %q", args[0])
	}
	var files [][]byte
	for _, name := range args[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, text)
	}
	cases, err := convert(files)
	if err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, c := range cases {
		if err := encoder.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// fields makes a schema of optional fields.
func fields(properties map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": properties}
}
