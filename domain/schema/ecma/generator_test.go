package ecma_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator makes random patterns, mostly valid, and texts for them.
type generator struct {
	*rand.Rand
	// pattern is for Compile; strict is the same without identity escapes that
	// the u flag forbids.
	pattern, strict strings.Builder
	groups          int
	names           []string
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 0x262))}
}

// letters are what literals and texts are made of: few, so that they meet.
var letters = []rune("aabbcAZ019_- .,@/é\u00a0\u2028\ufeff\t\n\r\v\x00Σж世😀𝐀\u0301")

// nastyTokens are joined at random to find where the two grammars part.
var nastyTokens = []string{
	"(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<a>", "(?<b>", `(?<\u0061>`, "(?<", "(?P<a>",
	"(?i)", "(?i:", "(?", "[", "]", "[^", "-", "[[:alpha:]]", "&&", "--", "^", "$", "|", ".", "*", "+",
	"?", "??", "{", "}", "{2}", "{2,}", "{2,1}", "{,3}", "{02}", "{1", ",", "=", "!", "<", ">", ":", `\`,
	`\b`, `\B`, `\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `\n`, `\v`, `\c`, `\cA`, `\c1`, `\0`, `\00`, `\1`,
	`\2`, `\9`, `\k`, `\k<a>`, `\k<b>`, `\x`, `\x4`, `\x41`, `\u`, `\u{`, `\u{61}`, `\u0061`, `\ud83d`,
	`\udc32`, `\u{110000}`, `\u{d83d}`, `\p{L}`, `\P{Lu}`, `\p{Script=Greek}`, `\p{sc=Grek}`,
	`\p{scx=Grek}`, `\p{Alphabetic}`, `\p{IsL}`, `\p{l}`, `\pL`, `\p`, `\p{gc=Lu}`, `\p{gc=Greek}`, `\/`,
	`\]`, `\}`, `\A`, `\z`, `\Q`, `\a`, `\h`, `\R`, `\N`, `\G`, "a", "b", "1", "é", "😀", "_", " ", "\n",
}

// nasty is a pattern of random tokens.
func (g *generator) nasty() string {
	var s strings.Builder
	for range 1 + g.IntN(7) {
		s.WriteString(nastyTokens[g.IntN(len(nastyTokens))])
	}
	return s.String()
}

// next makes a pattern by the grammar, now and then with something refused.
func (g *generator) next() (pattern, strict string) {
	g.pattern.Reset()
	g.strict.Reset()
	g.groups, g.names = 0, nil
	g.disjunction(3)
	return g.pattern.String(), g.strict.String()
}

func (g *generator) write(s string) {
	g.pattern.WriteString(s)
	g.strict.WriteString(s)
}

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) disjunction(depth int) {
	for g.alternative(depth); g.IntN(4) == 0; g.alternative(depth) {
		g.write("|")
	}
}

func (g *generator) alternative(depth int) {
	for range g.IntN(5) {
		if g.IntN(8) == 0 {
			g.write(g.one("^", "$", `\b`, `\B`))
			continue
		}
		g.atom(depth)
		g.quantifier()
	}
}

func (g *generator) quantifier() {
	if g.IntN(3) != 0 {
		return
	}
	switch g.IntN(9) {
	case 0, 1:
		g.write("*")
	case 2, 3:
		g.write("+")
	case 4:
		g.write("?")
	case 5:
		g.write(fmt.Sprintf("{%d}", g.IntN(4)))
	case 6:
		g.write(fmt.Sprintf("{0%d,}", g.IntN(3)))
	case 7:
		low := g.IntN(3)
		g.write(fmt.Sprintf("{%d,%d}", low, low+g.IntN(3)))
	default:
		g.write(g.one("{0}", "{0,0}", "{1}", "{1000}", "{1001}", "{0,2000}", "{40}"))
	}
	if g.IntN(3) == 0 {
		g.write("?")
	}
}

func (g *generator) atom(depth int) {
	switch k := g.IntN(40); {
	case k < 12:
		g.literal()
	case k < 16:
		g.write(g.escape())
	case k < 19:
		g.write(g.one(".", `\d`, `\D`, `\s`, `\S`, `\w`, `\W`))
	case k < 21:
		g.write(g.property())
	case k < 27:
		g.class()
	case k < 37:
		g.group(depth)
	case k == 37:
		r := g.one("-", "@", ",", "_", " ", "€")
		g.pattern.WriteString(`\` + r)
		g.strict.WriteString(r)
	default:
		g.refused()
	}
}

// literal is a letter, escaped where it must be.
func (g *generator) literal() {
	g.write(quote(letters[g.IntN(len(letters))]))
}

func quote(r rune) string {
	if strings.ContainsRune(`^$\.*+?()[]{}|/`, r) {
		return `\` + string(r)
	}
	return string(r)
}

// escape is one code point in one of its many spellings.
func (g *generator) escape() string {
	r := letters[g.IntN(len(letters))]
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf(`\u{%06x}`, r)
	case 1:
		if r < 0x100 {
			return fmt.Sprintf(`\x%02X`, r)
		}
		fallthrough
	case 2:
		if r > 0xffff {
			return fmt.Sprintf(`\u%04x\u%04X`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
		return fmt.Sprintf(`\u%04x`, r)
	case 3:
		return g.one(`\t`, `\n`, `\v`, `\f`, `\r`, `\0`, `\cI`, `\cj`, `\cM`)
	}
	return g.one(`\.`, `\/`, `\$`, `\(`, `\}`, `\]`, `\|`, `\\`, `\^`)
}

func (g *generator) property() string {
	name := g.one("L", "Lu", "Letter", "gc=Ll", "General_Category=Nd", "digit", "punct", "Z", "M",
		"Combining_Mark", "LC",
		"Script=Latin", "sc=Grek", "Script=Cyrillic", "sc=Hani", "Script=Common", "sc=Qaai", "S", "Cc",
		"Symbol", "N")
	return g.one(`\p{`, `\P{`) + name + "}"
}

func (g *generator) class() {
	g.write(g.one("[", "[", "[^"))
	for range g.IntN(4) {
		switch g.IntN(8) {
		case 0:
			g.write(g.one(`\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `\b`, `\-`))
		case 1:
			g.write(g.property())
		case 2:
			g.write(g.one("a-c", "A-Z", "0-9", `\x00-\x7f`, `\u{0}-\u{ffff}`, `\u{10000}-\u{10ffff}`, "!-~",
				`\t-\r`, "[:a:"))
		case 3:
			g.write(g.escape())
		case 4:
			g.write(g.one(".", "*", "(", "$", "{", "|", "[", "&", "^^", "-a"))
		default:
			g.literal()
		}
	}
	g.write("]")
}

func (g *generator) group(depth int) {
	if depth == 0 {
		g.literal()
		return
	}
	switch g.IntN(4) {
	case 0:
		g.groups++
		g.write("(")
	case 1:
		name := fmt.Sprintf("n%d", len(g.names))
		g.names = append(g.names, name)
		g.groups++
		g.write("(?<" + name + ">")
	default:
		g.write("(?:")
	}
	g.disjunction(depth - 1)
	g.write(")")
}

// refused writes, now and then, what has no translation.
func (g *generator) refused() {
	if g.IntN(4) != 0 {
		g.literal()
		return
	}
	switch g.IntN(8) {
	case 0:
		g.write(g.one("(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b"))
	case 1:
		g.write(fmt.Sprintf(`\%d`, 1+g.IntN(g.groups+2)))
	case 2:
		g.write(`(?:(?:a{40}){5}){6}`)
	case 3:
		g.write(g.one(`\p{Alphabetic}`, `\P{ASCII}`, `\p{scx=Grek}`, `\p{sc=Gara}`, `\p{Script=Unknown}`))
	case 4:
		g.write(g.one(`\ud83d`, `[\udc00]`, `\u{d800}`))
	case 5:
		if len(g.names) > 0 {
			g.write(`\k<` + g.names[0] + ">")
		}
	case 6:
		g.write(`(?:[^a]{900}){1}[^b]{900}[^c]{900}[^d]{900}[^e]{900}[^f]{900}`)
	default:
		g.write(g.one("(?i)", `\z`, "{", "]", `\01`, "a**", "[b-a]", "[\\d-x]", "(?<n0>x)", "a{2,1}", `[\@]`))
	}
}

// texts are a few to try the pattern on: random, and of its own characters.
func (g *generator) texts(pattern string) []string {
	own := []rune(pattern)
	texts := []string{""}
	for range 9 {
		var s strings.Builder
		for range g.IntN(9) {
			if len(own) > 0 && g.IntN(3) == 0 {
				s.WriteRune(own[g.IntN(len(own))])
			} else {
				s.WriteRune(letters[g.IntN(len(letters))])
			}
		}
		texts = append(texts, s.String())
	}
	return texts
}
