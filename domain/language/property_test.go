package language

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// FuzzParse checks that whatever comes in, Parse returns, that what it accepts is a fixed point, and that
// letter case never matters.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"en", "EN-us", "iw", "zh-cmn-Hans", "zh-min", "i-default", "i-mingo", "en-GB-oed", "sgn-DD", "de-DD",
		"ja-Latn-hepburn-heploc", "sl-rozaj-biske-1994", "de-1996-1996", "en-u-nu-latn-t-de-m0-abc", "en-t-m0",
		"en-a-b", "en-x-a", "x-a", "qaa", "und", "sla", "English", "en_US", " fr", "", "-", "en-", "\xff", "ſ",
		"en-x" + strings.Repeat("-abcdefg", 31),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		got, err := Parse(tag)
		if err != nil {
			if got != (Tag{}) {
				t.Fatalf("%q beside an error", got)
			}
			return
		}
		checkAccepted(t, tag, got)
	})
}

type failer interface{ Fatalf(string, ...any) }

func checkAccepted(t failer, tag string, got Tag) {
	if again, err := Parse(got.String()); err != nil || again != got {
		t.Fatalf("%q gives %q, and that %q, %v", tag, got, again, err)
	}
	if len(got.String()) > maxBytes || got.Base() == "" {
		t.Fatalf("%q gives %q", tag, got)
	}
	if upper, err := Parse(strings.ToUpper(tag)); err != nil || upper != got {
		t.Fatalf("%q in upper case gives %q, %v", tag, upper, err)
	}
}

// Tags put together from registered subtags reach deeper than arbitrary bytes.
func TestTagsOfRegisteredSubtags(t *testing.T) {
	byKind := map[string][]string{}
	for _, r := range records(t) {
		k, name, _ := strings.Cut(r[0], ":")
		if k == "t" || !strings.Contains(r[1], "!") {
			byKind[k] = append(byKind[k], name)
		}
	}
	one := func(k kind) *rapid.Generator[string] { return rapid.SampledFrom(byKind[string(k)]) }
	tails := rapid.SampledFrom([]string{"", "-x-a", "-u-nu-latn", "-u-kn-t-en-m0-abc", "-t-m0-abc-u-attr-x-1"})
	rapid.Check(t, func(t *rapid.T) {
		tag := one(languageKind).Draw(t, "language")
		for _, k := range []kind{scriptKind, regionKind} {
			if rapid.Bool().Draw(t, "has "+string(k)) {
				tag += "-" + one(k).Draw(t, string(k))
			}
		}
		for _, v := range rapid.SliceOfNDistinct(one(variantKind), 0, 3, rapid.ID[string]).Draw(t, "variants") {
			tag += "-" + v
		}
		tag += tails.Draw(t, "tail")
		got, err := Parse(tag)
		if err != nil {
			t.Fatalf("%q: %v", tag, err)
		}
		checkAccepted(t, tag, got)
	})
}

func BenchmarkParse(b *testing.B) {
	for _, tag := range []string{"en", "zh-Hant-TW", "zh-cmn-Hans-CN", "en-u-nu-latn-t-de-m0-abc-x-a"} {
		b.Run(tag, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(tag); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
