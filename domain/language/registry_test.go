package language

import (
	"regexp"
	"strings"
	"testing"
)

// records returns the lines of the snapshot that are no comments, as key and rest.
func records(t *testing.T) [][2]string {
	t.Helper()
	var all [][2]string
	for line := range strings.Lines(registry) {
		line, ended := strings.CutSuffix(line, "\n")
		if !ended {
			t.Fatal("the last line has no line feed")
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		key, rest, _ := strings.Cut(line, " ")
		all = append(all, [2]string{key, rest})
	}
	return all
}

func TestRegistryDate(t *testing.T) {
	if !regexp.MustCompile(`^20\d\d-[01]\d-[0-3]\d$`).MatchString(RegistryDate()) {
		t.Errorf("the date is %q", RegistryDate())
	}
}

func TestRegistryIsSortedAndFound(t *testing.T) {
	previous := "#"
	for _, r := range records(t) {
		if r[0] <= previous {
			t.Fatalf("%s stands after %s", r[0], previous)
		}
		previous = r[0]
		k, name, _ := strings.Cut(r[0], ":")
		if got, ok := lookup(kind(k), name); !ok || string(got) != r[1] {
			t.Errorf("%s is %q, %v, want %q", r[0], got, ok, r[1])
		}
	}
}

func TestLookupFindsNothingElse(t *testing.T) {
	for _, name := range []string{"", "#", " ", "a", "zzzz", "en ", "en\n", "ar >aao", "~"} {
		if got, ok := lookup(languageKind, name); ok {
			t.Errorf("%q is found as %q", name, got)
		}
	}
	for _, k := range []kind{"", "#", "a", "z", "# Language"} {
		if got, ok := lookup(k, "en"); ok {
			t.Errorf("kind %q is found as %q", k, got)
		}
	}
}

// Every record of the registry must be reachable by a tag, and end at a canonical form that stays as it is.
func TestEveryRecordParses(t *testing.T) {
	for _, r := range records(t) {
		k, name, _ := strings.Cut(r[0], ":")
		tag := tagWith(kind(k), name, record(r[1]))
		got, err := Parse(tag)
		if refused := strings.Contains(r[1], "!") || name == "i-default"; refused {
			if err == nil {
				t.Errorf("%s is accepted as %s", tag, got)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tag, err)
			continue
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%s gives %s, and that %s, %v", tag, got, again, err)
		}
		if want, ok := record(r[1]).field(preferredMark); !ok && !strings.EqualFold(got.String(), tag) {
			t.Errorf("%s becomes %s", tag, got)
		} else if ok && !strings.Contains(strings.ToLower(got.String()), finalPreferred(kind(k), want)) {
			t.Errorf("%s becomes %s, which does not hold %s", tag, got, want)
		}
	}
}

// tagWith builds a tag that holds a subtag.
func tagWith(k kind, name string, r record) string {
	switch k {
	case extlangKind:
		prefix, _ := r.field(prefixMark)
		return prefix + "-" + name
	case scriptKind, regionKind, variantKind:
		return "en-" + name
	default:
		return name
	}
}

// finalPreferred follows the preferred language of a preferred language.
func finalPreferred(k kind, value string) string {
	if k == extlangKind {
		found, _ := lookup(languageKind, value)
		return found.preferred(value)
	}
	return value
}

func TestMultiplePrefixesAreAllowed(t *testing.T) {
	r := record("<ar <zh !special >cmn")
	for prefix, want := range map[string]bool{"ar": true, "zh": true, "cmn": false, "special": false, "": false} {
		if r.allowsPrefix(prefix) != want {
			t.Errorf("prefix %q is allowed: %v", prefix, !want)
		}
	}
	if r.scope() != "special" || r.preferred("x") != "cmn" {
		t.Errorf("scope %q, preferred %q", r.scope(), r.preferred("x"))
	}
}
