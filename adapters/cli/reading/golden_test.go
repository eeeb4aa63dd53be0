package reading_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// reads is the arguments of a reading of the test data.
func reads(request, script string, more ...string) []string {
	return readsBy("order", request, script, more...)
}

func readsBy(schema, request, script string, more ...string) []string {
	return append([]string{
		"parse", "--request", "testdata/" + request + ".request.json", "--schema", "testdata/" + schema + ".schema.json",
		"--executor", "script:testdata/" + script + ".script.json",
	}, more...)
}

var pages = []struct {
	name   string
	world  world
	args   []string
	status int
}{
	{"en", world{}, reads("en", "en"), 0},
	{"en-colour", world{colour: true}, reads("en", "en"), 0},
	{"en-narrow", world{width: 38}, reads("en", "en"), 0},
	{"en-issues", world{}, reads("en", "en-issues"), 1},
	{"en-issues-colour", world{colour: true}, reads("en", "en-issues"), 1},
	{"en-nothing", world{}, reads("thanks", "thanks"), 0},
	{"en-no-fields", world{}, []string{
		"parse", "--no-fields", "--schema", "testdata/order.schema.json",
		"--executor", "script:testdata/thanks.script.json", "Thanks!"}, 0},
	{"en-invalid", world{}, reads("en", "invalid"), 1},
	{"en-limited", world{}, reads("en", "limited"), 1},
	{"en-config", world{}, reads("en", "en", "--language", "English", "--timeout", "-1s"), 1},
	{"en-schema", world{}, []string{"parse", "--schema", "testdata/refused.schema.json", "--executor",
		"script:testdata/en.script.json", "Cancel it."}, 1},
	{"en-unknown-field", world{}, []string{"parse", "--schema", "testdata/order.schema.json", "--field", "price",
		"--executor", "script:testdata/en.script.json", "Cancel it."}, 1},
	{"en-request", world{}, []string{"parse", "--request", "testdata/malformed.request.json"}, 1},
	{"en-refused", world{}, []string{"parse", "--executor", "offline", "--language", "fr", "Cancel it."}, 1},
	{"zh-refused", world{}, reads("zh", "refused", "--language", "zh-CN"), 1},
	{"zh", world{}, reads("zh", "zh", "--language", "zh-CN"), 0},
	{"zh-narrow", world{width: 38}, reads("zh", "zh", "--language", "zh-CN"), 0},
	{"zh-issues", world{}, reads("zh", "zh-issues", "--language", "zh-CN"), 1},
	{"zh-limited", world{}, reads("zh", "limited", "--language", "zh-Hant-TW"), 1},
	{"mixed", world{}, readsBy("mixed", "mixed", "mixed"), 0},
	{"hostile", world{}, reads("hostile", "hostile"), 0},
}

// A page of each kind, word for word. `make golden` writes them anew; read the difference.
func TestPages(t *testing.T) {
	for _, page := range pages {
		for _, format := range []string{"text", "html"} {
			t.Run(page.name+"."+format, func(t *testing.T) {
				got := page.world.run(t, append(page.args, "-o", format)...)
				if got.status != page.status {
					t.Fatalf("status %d, want %d: %s", got.status, page.status, got.err)
				}
				shown := got.out
				if page.status != 0 && format == "text" {
					shown = withoutNotes(got.err)
				}
				if format == "html" {
					shown = withoutStyle(shown)
				}
				name := page.name
				if format == "html" { // a browser's page must not depend on the terminal
					name = strings.TrimSuffix(strings.TrimSuffix(name, "-colour"), "-narrow")
				}
				compare(t, filepath.Join("testdata", "golden", name+"."+format), shown)
			})
		}
	}
}

// withoutNotes drops the lines that the command says beside the page.
func withoutNotes(text string) string {
	var kept []string
	for line := range strings.SplitAfterSeq(text, "\n") {
		if !strings.HasPrefix(line, "intent: ") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// withoutStyle drops the style, which all pages share but for their number of marks, and its digest.
func withoutStyle(text string) string {
	text = styles.ReplaceAllString(text, "<style></style>")
	return digests.ReplaceAllString(text, "sha256-")
}

var (
	styles  = regexp.MustCompile(`(?s)<style>.*?</style>`)
	digests = regexp.MustCompile(`sha256-[^&]*`)
)

func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", name, got)
	}
}

// Nothing that a model or a person wrote reaches a terminal or a browser as a command.
func TestPagesAreHarmless(t *testing.T) {
	for _, format := range []string{"text", "html"} {
		got := world{}.run(t, reads("hostile", "hostile", "-o", format)...)
		if at := strings.IndexFunc(got.out, func(r rune) bool { return r < ' ' && r != '\n' || r == '\u202E' || r == 0x7F }); at >= 0 {
			t.Errorf("%s: a control character at %d: %q", format, at, got.out[at:at+10])
		}
		if format == "html" && strings.Contains(got.out, "<script") {
			t.Error("the mark-up of a request is mark-up of the page")
		}
	}
}

// Without colour there is no escape sequence, with it the words are the same.
func TestColourIsOnlyColour(t *testing.T) {
	plain := world{}.run(t, reads("en", "en", "-o", "text")...)
	coloured := world{colour: true}.run(t, reads("en", "en", "-o", "text")...)
	if strings.Contains(plain.out, "\x1b") {
		t.Error("an escape sequence without colour")
	}
	bare := coloured.out
	for _, code := range []string{"0", "1", "2", "31", "32", "33", "36"} {
		bare = strings.ReplaceAll(bare, "\x1b["+code+"m", "")
	}
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	if squeeze(bare) != squeeze(plain.out) {
		t.Error("the words differ with colour")
	}
}
