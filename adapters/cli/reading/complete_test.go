package reading_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completions asks as a shell does; the directive is cobra's number.
func completions(t *testing.T, args ...string) (words []string, directive string) {
	t.Helper()
	got := world{}.run(t, append([]string{"__complete"}, args...)...)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	last := len(lines) - 1
	return lines[:last], lines[last]
}

func TestCompletions(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"replies.json": "{}", ".hidden": "", "new\nline": "",
		"s.json": `{"type":"object","properties":{"size":{},"colour":{},"a\tb":{}}}`,
		"c.json": `{"instances":{"a":{"schemaFile":"s.json"},"b":{"schema":{"type":"object","properties":{"c":{}}}},
			"d":{"schema":[]},"e":{"schemaFile":"nowhere.json"}}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join("sub", "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	const noSpace, space = ":6", ":4"
	for _, tt := range []struct {
		args      []string
		words     string
		directive string
	}{
		{[]string{"--executor", ""}, "openai: xai: anthropic: gemini: chat: offline script:", noSpace},
		{[]string{"--executor", "op"}, "openai:", noSpace},
		{[]string{"--executor", "of"}, "offline", space},
		{[]string{"--executor", "openai:"}, "", space},
		{[]string{"--executor", "chat:o"}, "chat:ollama/ chat:openrouter/", noSpace},
		{[]string{"--executor", "chat:ollama/"}, "", space},
		{[]string{"--executor", "script:"}, "script:c.json script:replies.json script:s.json script:sub/", noSpace},
		{[]string{"--executor", "script:re"}, "script:replies.json", space},
		{[]string{"--executor", "script:sub/"}, "script:sub/deep/", noSpace},
		{[]string{"--executor", "script:./.h"}, "script:./.hidden", space},
		{[]string{"--executor", "script:nowhere/"}, "", space},
		{[]string{"--executor", "frob:"}, "", space},
		{[]string{"--field", ""}, "", space},
		{[]string{"--schema", "s.json", "--field", ""}, "size colour", space},
		{[]string{"--schema", "s.json", "--field", "size", "--field", ""}, "colour", space},
		{[]string{"--schema", "nowhere.json", "--field", ""}, "", space},
		{[]string{"--config", "c.json", "--instance", "a", "--field", ""}, "size colour", space},
		{[]string{"--config", "c.json", "--instance", "b", "--field", ""}, "c", space},
		{[]string{"--config", "c.json", "--instance", "d", "--field", ""}, "", space},
		{[]string{"--config", "c.json", "--instance", "e", "--field", ""}, "", space},
		{[]string{"--config", "c.json", "--field", ""}, "", space},
		{[]string{"--config", "c.json", "--instance", ""}, "a b d e", space},
	} {
		words, directive := completions(t, append([]string{"parse"}, tt.args...)...)
		if strings.Join(words, " ") != tt.words || directive != tt.directive {
			t.Errorf("%q: %q %s, want %q %s", tt.args, words, directive, tt.words, tt.directive)
		}
	}
}

// What a shell shows beside a flag has no marks that only pflag reads.
func TestCompletionsAreInPlainWords(t *testing.T) {
	for _, command := range [][]string{{"parse"}, {"doctor"}, {"mcp"}, {"version"}, {"schema", "check"}} {
		words, _ := completions(t, append(slices.Clone(command), "--")...)
		if text := strings.Join(words, "\n"); !strings.Contains(text, "--help") || strings.Contains(text, "`") {
			t.Errorf("%v: %s", command, text)
		}
	}
	help := world{}.run(t, "parse", "--help").out
	if !strings.Contains(help, "--executor SPEC") || !strings.Contains(help, "a SPEC: openai:MODEL, xai:MODEL, anthropic:MODEL, gemini:MODEL, chat:MODEL, offline, script:FILE") {
		t.Errorf("--executor does not name its forms: %s", help)
	}
}
