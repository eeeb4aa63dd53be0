package boundaries

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the depguard part of .golangci.yml anew")

const (
	lintFile = root + "/.golangci.yml"
	begin    = "      # begin: generated from acceptance/boundaries/rules_test.go, make golden\n"
	end      = "      # end\n"
)

// TestDepguard keeps the table once: the editor and make lint hold what rules_test.go says.
func TestDepguard(t *testing.T) {
	text, err := os.ReadFile(lintFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no generated part", lintFile)
	}
	want := before + begin + depguard() + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s differs from rules_test.go: make golden", lintFile)
	}
	if err := os.WriteFile(lintFile, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func depguard() string {
	var b strings.Builder
	b.WriteString("      rules:\n")
	for i := range rules {
		writeRule(&b, i)
	}
	return b.String()
}

// writeRule writes one row. A place that may use any one library is held by what is denied (lax), every
// other by what is allowed (strict).
func writeRule(b *strings.Builder, i int) {
	r := &rules[i]
	if len(r.inner) == 1 && r.inner[0] == "*" {
		return
	}
	mode := "strict"
	if r.oneLib {
		mode = "lax"
	}
	name := strings.ReplaceAll(r.at, "/...", "/*") // the reader of the file takes a dot for the end of a key
	fmt.Fprintf(b, "        %q:\n          list-mode: %s\n", name, mode)
	b.WriteString("          files:\n")
	for _, glob := range globs(i) {
		fmt.Fprintf(b, "            - %q\n", glob)
	}
	b.WriteString("          allow:\n")
	for _, name := range allowed(r) {
		fmt.Fprintf(b, "            - %q\n", name)
	}
	b.WriteString(denied(r))
}

// globs are the files of a row: those of its place that no row above governs.
func globs(i int) []string {
	files := []string{glob(rules[i].at), "!$test"}
	for _, above := range rules[:i] {
		if base, _ := strings.CutSuffix(above.at, "/..."); matches(rules[i].at, base) {
			files = append(files, "!"+glob(above.at))
		}
	}
	return files
}

func glob(at string) string {
	if base, deep := strings.CutSuffix(at, "/..."); deep {
		return "**/" + base + "/**"
	}
	return "**/" + at + "/*.go"
}

func allowed(r *rule) []string {
	var names []string
	if r.std != nil {
		names = append(names, r.std...)
	} else {
		names = append(names, "$gostd")
	}
	for _, inner := range r.inner {
		base, deep := strings.CutSuffix(inner, "/...")
		name := path.Join(module, base)
		if !deep {
			name += "$" // this package and none below it
		}
		names = append(names, name)
	}
	return append(names, r.libs...)
}

func denied(r *rule) string {
	var b strings.Builder
	for _, name := range r.noStd {
		fmt.Fprintf(&b, "            - { pkg: %q, desc: \"this place does without it\" }\n", name)
	}
	if r.oneLib {
		fmt.Fprintf(&b, "            - { pkg: %q, desc: \"not a package that this place may see\" }\n", module)
		for _, name := range r.noLibs {
			fmt.Fprintf(&b, "            - { pkg: %q, desc: \"this library belongs elsewhere\" }\n", name)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "          deny:\n" + b.String()
}
