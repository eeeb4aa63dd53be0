// Command sweep prepares real schemas and says how many are accepted.
//
//	go run ./sweep tools=/tmp/tools repositories=/tmp/schemas
//
// Each argument is the name of a group and a folder, which is searched for .json files. A file that is an
// OpenAPI document stands for each of its components/schemas. The schemas themselves are other people's
// and stay where they are; docs/schemas.md keeps the counts.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
)

// group counts what came of the schemas of one folder.
type group struct {
	name                     string
	schemas, plain, accepted int
	arguments                int // accepted as a tool's arguments
	slowest                  time.Duration
	slowestFile              string
	left                     map[string]int // first reason, by keyword and message
	panicked                 []string
}

func main() {
	for _, argument := range os.Args[1:] {
		name, folder, _ := strings.Cut(argument, "=")
		g := &group{name: name, left: map[string]int{}}
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for at, one := range schemasIn(text) {
				g.judge(path+at, one)
			}
			return nil
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		g.print()
	}
}

// schemasIn returns a file's schema, or each component of an OpenAPI document as a document that refers
// to it.
func schemasIn(text []byte) map[string][]byte {
	var document struct {
		OpenAPI    string
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal(text, &document); err != nil || document.OpenAPI == "" {
		return map[string][]byte{"": text}
	}
	found := map[string][]byte{}
	for name := range document.Components.Schemas {
		one := map[string]any{
			"$ref":       "#/components/schemas/" + name,
			"components": map[string]any{"schemas": reachable(document.Components.Schemas, name)},
		}
		found["#"+name], _ = json.Marshal(one)
	}
	return found
}

var componentReference = regexp.MustCompile(`"#/components/schemas/([^"/]+)"`)

// reachable returns the components that a component refers to, itself included.
func reachable(all map[string]json.RawMessage, name string) map[string]json.RawMessage {
	found := map[string]json.RawMessage{}
	for left := []string{name}; len(left) > 0; {
		name, left = left[0], left[1:]
		if _, known := found[name]; known || all[name] == nil {
			continue
		}
		found[name] = all[name]
		for _, reference := range componentReference.FindAllSubmatch(all[name], -1) {
			left = append(left, string(reference[1]))
		}
	}
	return found
}

func (g *group) judge(file string, text []byte) {
	defer func() {
		if recover() != nil {
			g.panicked = append(g.panicked, file)
		}
	}()
	g.schemas++
	if _, reasons := schema.Read(text, schema.Limits{}); len(reasons) == 0 {
		g.plain++
	}
	if whole, _ := schema.Arguments(text, schema.Limits{}); whole != nil {
		g.arguments++
	}
	var prepared schema.Prepared
	took := time.Hour
	for range 3 { // the best of three: other programs take the processor, too
		begun := time.Now()
		prepared, _ = schema.Prepare(text, schema.Limits{})
		took = min(took, time.Since(begun))
	}
	if took > g.slowest {
		g.slowest, g.slowestFile = took, file
	}
	if len(prepared.Reasons) == 0 {
		g.accepted++
		return
	}
	first := prepared.Reasons[0]
	g.left[first.Keyword+": "+first.Message]++
}

func (g *group) print() {
	percent := func(n int) string {
		return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(max(g.schemas, 1)))
	}
	fmt.Printf("%s: %d schemas; plain %s, prepared %s, as arguments %s; slowest %v (%s); %d panics %v\n",
		g.name, g.schemas, percent(g.plain), percent(g.accepted), percent(g.arguments),
		g.slowest.Round(time.Microsecond), filepath.Base(g.slowestFile), len(g.panicked), g.panicked)
	var messages []string
	for message := range g.left {
		messages = append(messages, message)
	}
	slices.SortFunc(messages, func(a, b string) int {
		return cmp.Or(g.left[b]-g.left[a], strings.Compare(a, b))
	})
	for _, message := range messages[:min(len(messages), 25)] {
		fmt.Printf("  %4d %s\n", g.left[message], message)
	}
}
