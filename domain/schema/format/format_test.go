package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/format"
)

func TestFormats(t *testing.T) {
	tested := map[string]bool{}
	for _, test := range cases {
		tested[test.name] = true
		for want, texts := range map[bool][]string{true: test.yes, false: test.no} {
			for _, text := range texts {
				if ok, stopped := format.Check(test.name, text, nil); ok != want || stopped {
					t.Errorf("%s %q: %v, want %v", test.name, text, ok, want)
				}
			}
		}
	}
	for _, name := range format.Names() {
		if !tested[name] {
			t.Errorf("%s has no cases", name)
		}
	}
}

// No format takes a text with a line break at its end, nor one in white space.
func TestNothingAround(t *testing.T) {
	for _, test := range cases {
		switch test.name {
		case "regex", "json-pointer", "relative-json-pointer":
			continue // where such characters are ordinary
		}
		for _, text := range test.yes {
			for _, around := range []string{"%s\n", "\n%s", "%s ", " %s", "%s\x00", "%sé"} {
				changed := strings.Replace(around, "%s", text, 1)
				if ok, _ := format.Check(test.name, changed, nil); ok {
					t.Errorf("%s takes %q", test.name, changed)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	names := format.Names()
	if len(names) != 15 || !slices.IsSorted(names) {
		t.Errorf("%d names, sorted %v", len(names), slices.IsSorted(names))
	}
	for _, name := range names {
		if !format.Known(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{"", "Date", "idn-email", "iri", "uri-template", "ip", "password"} {
		if ok, _ := format.Check(name, "", nil); ok || format.Known(name) {
			t.Errorf("%q is known", name)
		}
	}
	names[0] = "changed"
	if format.Names()[0] == "changed" {
		t.Error("the names are shared")
	}
}

func TestRegexStops(t *testing.T) {
	ok, stopped := format.Check("regex", strings.Repeat("(", 1<<16), func() bool { return true })
	if ok || !stopped {
		t.Errorf("ok %v, stopped %v", ok, stopped)
	}
}

// FuzzFormat looks for panics, and for judgements that contradict each other.
func FuzzFormat(f *testing.F) {
	for _, test := range cases {
		for _, text := range append(slices.Clone(test.yes), test.no...) {
			f.Add(text)
		}
	}
	implied := [][2]string{{"url", "uri"}, {"uri", "uri-reference"}, {"url", "uri-reference"}}
	f.Fuzz(func(t *testing.T, text string) {
		has := map[string]bool{}
		for _, name := range format.Names() {
			ok, stopped := format.Check(name, text, nil)
			if stopped {
				t.Errorf("%s stopped by nobody", name)
			}
			has[name] = ok
		}
		for _, pair := range implied {
			if has[pair[0]] && !has[pair[1]] {
				t.Errorf("%q is %s but not %s", text, pair[0], pair[1])
			}
		}
		if at := len("2006-01-02"); has["date-time"] && !isDateAndTime(text[:at], text[at+1:]) {
			t.Errorf("%q is a date-time but not a date and a time", text)
		}
		if has["ipv4"] && has["hostname"] {
			t.Errorf("%q is a host name and an address", text)
		}
		if bracketed, _ := format.Check("uri", "a://["+text+"]", nil); has["ipv6"] && !bracketed {
			t.Errorf("%q is no host of a uri", text)
		}
	})
}

func isDateAndTime(date, time string) bool {
	isDate, _ := format.Check("date", date, nil)
	isTime, _ := format.Check("time", time, nil)
	return isDate && isTime
}

func BenchmarkFormats(b *testing.B) {
	for _, test := range cases {
		b.Run(test.name, func(b *testing.B) {
			text := test.yes[len(test.yes)-1]
			b.ReportAllocs()
			for b.Loop() {
				format.Check(test.name, text, nil)
			}
		})
	}
}
