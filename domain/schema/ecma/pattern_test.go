package ecma_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

// meanings are patterns with texts they match and texts they do not. Many of
// them compile in Go as they are and mean something else there.
var meanings = []struct {
	pattern string
	yes, no []string
}{
	{`a+`, []string{"xxaayy"}, []string{"", "b"}},
	{`^abc$`, []string{"abc"}, []string{"abc\n", "\nabc", "xabc"}},
	{`^$`, []string{""}, []string{"\n"}},
	{`a$|^b`, []string{"xa", "bx"}, []string{"ax", "xb", "a\nb"}},
	{`^.$`, []string{"a", "😀", "\x00", "\u0085", "\v"}, []string{"\n", "\r", "\u2028", "\u2029", "ab"}},
	{`^\s$`, []string{" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\u1680", "\u2003"},
		[]string{"\u0085", "\u180e", "\u200b", "\u2060", "a"}},
	{`^\s$`, []string{"\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff"},
		[]string{"\u0085", "\u180e", "\u200b", "\u2060", "a"}},
	{`^\S$`, []string{"\u0085", "\u180e", "\u200b", "a", "😀"}, []string{" ", "\v", "\u00a0", "\ufeff"}},
	{`^[\s\d]+$`, []string{" \v1\ufeff"}, []string{"a"}},
	{`^[^\S]$`, []string{"\v", "\ufeff"}, []string{"a", "\u0085"}},
	{`^[\S]$`, []string{"a"}, []string{"\v", "\u2029"}},
	{`^[^\s]$`, []string{"a"}, []string{"\v", "\u2029"}},
	{`^\w\d$`, []string{"a1", "_0"}, []string{"é1", "a\u07c0"}},
	{`^[\W\D]$`, []string{"é", "a", "-"}, []string{"1"}},
	{`a\b`, []string{"a", "a-", "aé"}, []string{"ab", "a_"}},
	{`a\B`, []string{"ab"}, []string{"a", "aé"}},
	{`^[\b]$`, []string{"\b"}, []string{"b", "\\"}},
	{`[]`, nil, []string{"", "a"}},
	{`a[]?b`, []string{"ab"}, []string{"a"}},
	{`^[^]$`, []string{"a", "\n", "😀"}, []string{"", "ab"}},
	{`^(?:[]|a)[^]{2}$`, []string{"ab\n"}, []string{"ab"}},
	{`^\t\n\v\f\r\0$`, []string{"\t\n\v\f\r\x00"}, []string{"tnvfr0"}},
	{`^\cC\cc\cZ$`, []string{"\x03\x03\x1a"}, []string{`\cC`}},
	{`^\x41\u0042\u{43}\u{000044}$`, []string{"ABCD"}, []string{"x41"}},
	{`^\ud83d\udc32+$`, []string{"🐲", "🐲🐲"}, []string{"", "\ufffd"}},
	{`^[\ud83d\udc32-\ud83d\udc33]$`, []string{"🐲", "🐳"}, []string{"🐴"}},
	{`^🐲*$`, []string{"", "🐲🐲"}, []string{"🐉"}},
	{`^[^🐲]$`, []string{"🐉"}, []string{"🐲"}},
	{`^\p{L}\p{Lu}\p{Letter}\p{gc=Lu}$`, []string{"aÉжΣ"}, []string{"aaaa"}},
	{`^\p{General_Category=Uppercase_Letter}$`, []string{"Å"}, []string{"a"}},
	{`^\p{digit}+$`, []string{"42", "৪২"}, []string{"x"}},
	{`^\P{L}$`, []string{"1", "-"}, []string{"é"}},
	{`^[\P{L}a]$`, []string{"1", "a"}, []string{"b"}},
	{`^[^\P{L}a]$`, []string{"b"}, []string{"1", "a"}},
	{`^\p{C}$`, []string{"\u0378", "\x00"}, []string{"a"}},
	{`^\p{Script=Greek}\p{sc=Grek}\p{sc=Cyrl}$`, []string{"Σαж"}, []string{"Σаж"}},
	{`^\p{Script=Old_Italic}[\p{sc=Linb}]\P{sc=Ital}[\P{sc=Old_Italic}]$`,
		[]string{"𐌀𐀀aa"}, []string{"𐌀𐀀a𐌀", "𐌀a𐌀a"}},
	{`^\p{sc=Qaai}$`, []string{"\u0301"}, []string{"a"}},
	{`^(?<year>\d{4})-(?<été>x)(?<$_>y)(?<\u{61}1>z)$`, []string{"2024-xyz"}, []string{"2024"}},
	{`^(a|)(|b)(?:)()$`, []string{"", "a", "ab", "b"}, []string{"ba"}},
	{`^(?:a*)*$`, []string{"", "aa"}, []string{"b"}},
	{`^(?:|a){2}$`, []string{"", "a", "aa"}, []string{"aaa"}},
	{`^(?:a?b??)*?c$`, []string{"c", "abac"}, []string{"ab"}},
	{`^a{2}b{02,}c{1,3}?d{0}$`, []string{"aabbc", "aabbbbccc"}, []string{"aabc", "aabbcd"}},
	{`^(a{500}){2}$`, []string{strings.Repeat("a", 1000)}, []string{strings.Repeat("a", 999)}},
	{`^[-a][a-][\-z][+--][!-\/]$`, []string{"-a-,/", "a-z-!"}, []string{"b-z-!"}},
	{`^[[&&.*^$|(){}?+]+$`, []string{"[&.*^$|(){}?+"}, []string{"a"}},
	{`^[^^]$`, []string{"a"}, []string{"^"}},
	{`^[[:alpha:]$`, []string{":", "[", "p"}, []string{"b"}},
	{`^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$`, []string{`^$\.*+?()[]{}|/`}, nil},
	{`^\-\@\,\ \_\€\"$`, []string{`-@, _€"`}, []string{`\-`}},
	{`^ #a b$`, []string{" #a b"}, []string{"ab"}},
	{`^é\n$`, []string{"é\n"}, []string{"e\u0301\n"}},
	{"^\x00$", []string{"\x00"}, []string{""}},
}

// found holds what the comparison with a JavaScript engine brought to light,
// or what would have gone wrong without the rule that it is about.
var found = []struct {
	about, pattern string
	yes, no        []string
}{
	{"V8 tries a match inside a surrogate pair, where \\B holds; the specification does not",
		`\B\w*?`, []string{"ab", ""}, []string{"b𝐀B"}},
	{"Go does not find the names of scripts of several words",
		`^[\p{Script=Old_Italic}\p{sc=Sgnw}]+$`, []string{"𐌀𝠀"}, []string{"a"}},
	{"Go takes a count with a leading zero for literal text",
		`^a{02}$`, []string{"aa"}, []string{"a{02}"}},
	{"Go takes names of properties loosely, ECMA-262 exactly; exact ones that are aliases are fine",
		`^\p{punct}\p{cntrl}\p{Combining_Mark}$`, []string{"!\x00\u0301"}, []string{"a"}},
	{"an iteration that matches nothing does not end a loop with a minimum",
		`^(?:|a)+$`, []string{"", "aaa"}, []string{"b"}},
	{"\\s in a negated class of complements",
		`^[^\S\D]$`, nil, []string{" ", "1", "a"}},
	{"a brace behind a class is a count, in a class a literal",
		`^[{}]{2}$`, []string{"{}"}, []string{"[{}]"}},
}

func TestFound(t *testing.T) {
	for _, test := range found {
		p, err := ecma.Compile(test.pattern)
		if err != nil {
			t.Errorf("%s: %q: %v", test.about, test.pattern, err)
			continue
		}
		for want, texts := range map[bool][]string{true: test.yes, false: test.no} {
			for _, text := range texts {
				if p.MatchString(text) != want {
					t.Errorf("%s: %q on %q is not %v", test.about, test.pattern, text, want)
				}
			}
		}
	}
}

func TestMeaning(t *testing.T) {
	for _, test := range meanings {
		p, err := ecma.Compile(test.pattern)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		if p.String() != test.pattern {
			t.Errorf("%q: source changed to %q", test.pattern, p)
		}
		again := regexp.MustCompile(p.Go())
		for want, texts := range map[bool][]string{true: test.yes, false: test.no} {
			for _, text := range texts {
				if got := p.MatchString(text); got != want || again.MatchString(text) != want {
					t.Errorf("%q on %q: %v, want %v (translated %q)", test.pattern, text, got, want, p.Go())
				}
			}
		}
	}
}

// refusals are patterns with the construct named. An invalid one is not
// ECMA-262 with the u flag.
var refusals = []struct {
	pattern, construct string
	invalid            bool
}{
	{`(?=a)`, "lookahead", false},
	{`(?!a)`, "lookahead", false},
	{`(?<=a)b`, "lookbehind", false},
	{`(?<!a)b`, "lookbehind", false},
	{`(a)\1`, "back-reference", false},
	{`\1(a)`, "back-reference", false},
	{`(?<n>a)\k<n>`, "named back-reference", false},
	{`\k<n>(?<\u006e>a)`, "named back-reference", false},
	{`a{1001}`, "repetition count", false},
	{`a{0,99999999999999999999}`, "repetition count", false},
	{`(?:a{100}){11}`, "nested repetition counts", false},
	{`\p{Alphabetic}`, "binary property", false},
	{`[\P{ASCII}]`, "binary property", false},
	{`\p{scx=Grek}`, "script extensions", false},
	{`\p{Script=Unknown}`, "script", false},
	{`\ud83d`, "lone surrogate", false},
	{`\udc32\ud83d`, "lone surrogate", false},
	{`\u{d83d}\u{dc32}`, "lone surrogate", false},
	{`[\ud800-\udfff]`, "lone surrogate", false},
	{strings.Repeat("(?:", 1500) + strings.Repeat("a)?", 1500), "nesting", false},
	{`[a-z]{1000}[b-z]{1000}[c-z]{1000}[d-z]{1000}[e-z]{1000}[f-z]`, "compiled program", false},

	{`(?=a)*`, "quantifier", true},
	{`(?<=a)?`, "quantifier", true},
	{`^*`, "quantifier", true},
	{`\b+`, "quantifier", true},
	{`a**`, "quantifier", true},
	{`a{2}{3}`, "lone brace", true},
	{`+`, "quantifier", true},
	{`(|*)`, "quantifier", true},
	{`a{2,1}`, "repetition count", true},
	{`a{99999999999999999999,99999999999999999998}`, "repetition count", true},
	{`a{,3}`, "lone brace", true},
	{`a{`, "lone brace", true},
	{`a{1`, "lone brace", true},
	{`a{1,`, "lone brace", true},
	{`a{x}`, "lone brace", true},
	{`{`, "lone brace", true},
	{`}`, "lone brace", true},
	{`]`, "lone bracket", true},
	{`[]a]`, "lone bracket", true},
	{`[[:alpha:]]`, "POSIX class", true},
	{`[[:^alpha:]]+`, "POSIX class", true},
	{`(`, "group", true},
	{`(?`, "group", true},
	{`(?<a>`, "group", true},
	{`)`, "lone parenthesis", true},
	{`^(abc]`, "lone bracket", true},
	{`[a`, "class", true},
	{`[`, "class", true},
	{`[a-`, "class", true},
	{`[b-a]`, "class range", true},
	{`[\d-x]`, "class range", true},
	{`[a-\d]`, "class range", true},
	{`[a-\p{L}]`, "class range", true},
	{`(?i)a`, "inline flags", true},
	{`(?i:a)`, "inline flags", true},
	{`(?-s:.)`, "inline flags", true},
	{`(?P<n>a)`, "(?P group", true},
	{`(?P=n)`, "(?P group", true},
	{`(?#c)`, "comment group", true},
	{`(?>a)`, "group", true},
	{`(?<n>a)(?<n>b)`, "duplicate group name", true},
	{`(?<n>a)|(?<\u{6e}>b)`, "duplicate group name", true},
	{`(?<1>a)`, "group name", true},
	{`(?<>a)`, "group name", true},
	{`(?<a b>a)`, "group name", true},
	{`(?<a\ud83d>a)`, "group name", true},
	{`(?<a`, "group name", true},
	{`\k`, "named back-reference", true},
	{`\k<n>`, "named back-reference", true},
	{`\2(a)`, "back-reference", true},
	{`\99999999999999999999`, "back-reference", true},
	{`\01`, "octal escape", true},
	{`[\00]`, "octal escape", true},
	{`[\1]`, `escape \1`, true},
	{`\A`, `escape \A`, true},
	{`\z`, `escape \z`, true},
	{`\Qa\E`, `escape \Q`, true},
	{`\a`, `escape \a`, true},
	{`\é`, "escape", true},
	{"\\\u0301", "escape", true},
	{`[\@]`, `escape \@`, true},
	{`[\B]`, `escape \B`, true},
	{`\`, "escape", true},
	{`[\`, "escape", true},
	{`\c`, `escape \c`, true},
	{`\c1`, `escape \c`, true},
	{`\x1`, `escape \x`, true},
	{`\x{41}`, `escape \x`, true},
	{`\u12`, `escape \u`, true},
	{`\u{}`, `escape \u`, true},
	{`\u{110000}`, `escape \u`, true},
	{`\u{61`, `escape \u`, true},
	{`\pL`, "property", true},
	{`\p{}`, "property", true},
	{`\p{^L}`, "property", true},
	{`\p{letter}`, "property", true},
	{`\p{ L}`, "property", true},
	{`\p{Greek}`, "property", true},
	{`\p{IsGreek}`, "property", true},
	{`\p{gc=Greek}`, "property", true},
	{`\p{sc=Lu}`, "property", true},
	{`\p{Lu`, "property", true},
	{"a\xff", "encoding", true},
}

func TestRefusals(t *testing.T) {
	for _, test := range refusals {
		_, err := ecma.Compile(test.pattern)
		var refusal *ecma.Error
		if !errors.As(err, &refusal) {
			t.Errorf("%.60q: %v, want a refusal", test.pattern, err)
			continue
		}
		if refusal.Construct != test.construct || refusal.Invalid != test.invalid {
			t.Errorf("%.60q: %+v, want %s, invalid %v", test.pattern, *refusal, test.construct, test.invalid)
		}
		if refusal.Limit != (test.construct == "compiled program") {
			t.Errorf("%.60q: limit %v", test.pattern, refusal.Limit)
		}
		if refusal.Offset < 0 || refusal.Offset > len(test.pattern) || refusal.Reason == "" {
			t.Errorf("%.60q: offset %d, reason %q", test.pattern, refusal.Offset, refusal.Reason)
		}
		if text := err.Error(); !strings.HasPrefix(text, test.construct+": ") || len(text) > 150 {
			t.Errorf("%.60q: message %q", test.pattern, text)
		}
		if ok, _ := ecma.CheckSyntax(test.pattern, nil); ok == test.invalid {
			t.Errorf("%.60q: syntax %v", test.pattern, ok)
		}
	}
}

func TestSyntaxErrorBeatsRefusal(t *testing.T) {
	_, err := ecma.Compile(`(?=a)b**`)
	var refusal *ecma.Error
	if !errors.As(err, &refusal) || !refusal.Invalid {
		t.Errorf("got %v, want the syntax error behind the lookahead", err)
	}
}

func TestInstructionLimit(t *testing.T) {
	class := strings.Repeat("[a-z]{1000}", 4)
	fits, err := ecma.Compile(class + "[a-z]{997}")
	if err != nil {
		t.Fatal(err)
	}
	if fits.Instructions() != 4999 {
		t.Errorf("%d instructions", fits.Instructions())
	}
	if _, err := ecma.Compile(class + "[a-z]{998}"); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	var refusal *ecma.Error
	for _, over := range []string{
		class + "[a-z]{999}",
		class + "[a-z]{0,998}",
		"(?:" + strings.Repeat("a", 10_000) + "){1000}",
		strings.Repeat("a{1000}", 10_000),
	} {
		if _, err := ecma.Compile(over); !errors.As(err, &refusal) || !refusal.Limit || refusal.Invalid {
			t.Errorf("%.40s, over the limit: %v", over, err)
		}
	}
}

func TestLax(t *testing.T) {
	for pattern, want := range map[string]bool{`a\-b`: true, `[\-]`: false, `\/`: false, `\.`: false} {
		p, err := ecma.Compile(pattern)
		if err != nil || p.Lax() != want {
			t.Errorf("%q: lax %v, want %v (%v)", pattern, p.Lax(), want, err)
		}
		if ok, _ := ecma.CheckSyntax(pattern, nil); ok == want {
			t.Errorf("%q: the format has no laxity", pattern)
		}
	}
}
