package offline

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

var (
	days   = listed("days")
	months = sync.OnceValue(func() map[string]int {
		return numbered(`january february march april may june july august september october november december`,
			`jan feb mar apr may jun jul aug sep oct nov dec`)
	})
	numberWords = sync.OnceValue(func() map[string]int {
		return numbered(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen
	fifteen
		sixteen seventeen eighteen nineteen twenty`)
	})
	languages = listed("languages")
)

func numbered(lists ...string) map[string]int {
	out := map[string]int{}
	for _, list := range lists {
		for i, w := range strings.Fields(list) {
			out[w] = i + 1
		}
	}
	return out
}

// units maps the ways to write a unit to one word for it.
var units = sync.OnceValue(func() map[string]string { return aliases(englishLists().words("units")) })

func aliases(groups []string) map[string]string {
	out := map[string]string{}
	for _, group := range groups {
		words := strings.Fields(group)
		for _, w := range words {
			out[w] = words[0]
		}
	}
	return out
}

var currencies = set("euro dollar pound yuan yen")

// quantity is a number in the text with the unit that stands beside it ("" for none).
type quantity struct {
	span
	value string // a JSON number
	unit  string
	noun  string // the word behind it where that is no unit
}

// quantities lists the numbers of a text. Ids, versions and dates are none.
func quantities(t *text) []quantity {
	var out []quantity
	for i, tok := range t.toks {
		value, unit, ok := numeric(tok.word)
		if !ok || i > 0 && t.src[max(0, tok.start-1):tok.start] == "#" {
			continue
		}
		q := quantity{span: span{tok.start, tok.end}, value: value, unit: unit}
		if unit == "" && i+1 < len(t.toks) && strings.Trim(t.src[tok.end:t.toks[i+1].start], " ") == "" {
			q.measure(t.toks[i+1].word, t.toks[i+1].end)
		}
		if q.unit == "" {
			q.measureHan(t.scan)
		}
		out = append(out, q)
	}
	return hanQuantities(t, out)
}

func (q *quantity) measure(word string, end int) {
	if u := units()[word]; u != "" {
		q.unit, q.end = u, end
	} else if letters(word) && !prepositions.has(word) && !finite.has(word) && word != "and" && word != "or" {
		q.noun = word
	}
}

func (q *quantity) measureHan(scan string) {
	rest := strings.TrimLeft(scan[q.end:], " ")
	at := len(scan) - len(rest)
	for _, n := range []int{9, 6, 3} {
		if len(rest) >= n && units()[rest[:n]] != "" && !strings.HasPrefix(rest, "年") &&
			!strings.HasPrefix(rest, "月") {
			q.unit, q.end = units()[rest[:n]], at+n
			return
		}
	}
}

// numeric reads "1,200", "3.5", "€500", "20%", "5kg", "two".
func numeric(word string) (value, unit string, ok bool) {
	if n := numberWords()[word]; n > 0 {
		return strconv.Itoa(n), "", true
	}
	if r, n := utf8.DecodeRuneInString(word); strings.ContainsRune("$€£¥", r) {
		unit, word = units()[string(r)], word[n:]
	}
	end := 0
	for end < len(word) && (word[end] >= '0' && word[end] <= '9' || word[end] == '.' || word[end] == ',' ||
		end == 0 && word[0] == '-') {
		end++
	}
	if suffix := word[end:]; suffix != "" {
		if units()[suffix] == "" {
			return "", "", false
		}
		unit = units()[suffix]
	}
	number := word[:end]
	if strings.Contains(number, ",") {
		if !grouped().MatchString(number) {
			return "", "", false
		}
		number = strings.ReplaceAll(number, ",", "")
	}
	return number, unit, plainNumber().MatchString(number)
}

var (
	grouped     = pattern(`^-?\d{1,3}(,\d{3})+(\.\d+)?$`)
	plainNumber = pattern(`^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$`)
)

const hanDigits = "零一二三四五六七八九"

// hanQuantities adds numbers in Chinese characters that a measure word follows.
func hanQuantities(t *text, out []quantity) []quantity {
	if !hasHan(t.scan) {
		return out
	}
	for i := 0; i < len(t.scan); {
		start, n := i, 0
		for i < len(t.scan) {
			r, size := utf8.DecodeRuneInString(t.scan[i:])
			if !strings.ContainsRune("零一二两三四五六七八九十百千", r) {
				break
			}
			i += size
			n++
		}
		if n == 0 {
			_, size := utf8.DecodeRuneInString(t.scan[i:])
			i += size
			continue
		}
		q := quantity{span: span{start, i}, value: strconv.Itoa(hanNumber(t.scan[start:i]))}
		if q.measureHan(t.scan); q.unit != "" && n <= 6 && q.value != "0" && !weekday(t.scan[:start]) {
			out = append(out, q)
		}
	}
	return out
}

func weekday(before string) bool {
	return strings.HasSuffix(before, "周") || strings.HasSuffix(before, "星期") || strings.HasSuffix(before, "第")
}

func hanNumber(s string) int {
	total, digit := 0, 0
	for _, r := range strings.ReplaceAll(s, "两", "二") {
		switch r {
		case '十', '百', '千':
			weight := map[rune]int{'十': 10, '百': 100, '千': 1000}[r]
			total += max(digit, 1) * weight
			digit = 0
		default:
			digit = strings.Index(hanDigits, string(r)) / 3
		}
	}
	return total + digit
}

// date is a calendar day in the text, written as RFC 3339 wants it.
type date struct {
	span
	iso string
}

var dateRe = pattern(`(?:(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})日?|` + // 2026-03-05, 2026年3月5日
	`(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3,9}),? (\d{4})|` + // 5 march 2026
	`([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))`) // march 5, 2026

// dates lists the days that a text names with their year; relative ones need a clock and are left alone.
func dates(t *text) []date {
	if !hasDigit(t.scan) {
		return nil
	}
	var out []date
	for _, m := range dateRe().FindAllStringSubmatchIndex(t.scan, 64) {
		group := func(k int) string {
			if m[2*k] < 0 {
				return ""
			}
			return t.scan[m[2*k]:m[2*k+1]]
		}
		y, mo, d := group(1)+group(6)+group(9), group(2), group(3)+group(4)+group(8)
		month, _ := strconv.Atoi(mo)
		if mo == "" {
			month = months()[group(5)+group(7)]
		}
		day, _ := strconv.Atoi(d)
		if month < 1 || month > 12 || day < 1 || day > 31 || m[0] > 0 && wordByte(t.scan[m[0]-1]) ||
			m[1] < len(t.scan) && wordByte(t.scan[m[1]]) {
			continue
		}
		out = append(out, date{span{m[0], m[1]}, fmt.Sprintf("%s-%02d-%02d", y, month, day)})
	}
	return out
}
