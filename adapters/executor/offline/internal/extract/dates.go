package extract

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// date is a day in the text. One that has no year, or two readings, is open.
type date struct {
	from, to int
	iso      string
	open     bool
}

var months = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

func month(key string) int {
	for i, m := range months {
		if strings.HasPrefix(key, m) &&
			(len(key) == 3 || strings.HasPrefix(strings.ToLower(time.Month(i+1).String()), key) || key == "sept") {
			return i + 1
		}
	}
	return 0
}

// dates lists the days that a text names.
func (s *Source) dates() []date {
	var out []date
	for i := 0; i < len(s.toks); i++ {
		if t := s.toks[i]; t.Kind != token.Number && t.Kind != token.Code && !t.Is(lexicon.Time) &&
			month(t.Key) == 0 {
			continue
		}
		for _, n := range []int{6, 5, 4, 3, 2, 1} {
			if d, ok := s.dateAt(i, n); ok {
				out = append(out, d)
				i += n - 1
				break
			}
		}
	}
	return out
}

// dateAt reads a day of n tokens.
func (s *Source) dateAt(i, n int) (date, bool) {
	if i+n > len(s.toks) || !s.whole(i, i+n) {
		return date{}, false
	}
	d := date{from: i, to: i + n}
	if n == 1 && s.toks[i].Is(lexicon.Time) && !s.toks[i].Is(lexicon.Prep|lexicon.Modal) {
		d.open = true
		return d, month(s.toks[i].Key) == 0
	}
	text := s.key(i)
	for k := i + 1; k < i+n; k++ {
		text += s.key(k)
	}
	if n == 1 || s.toks[i+1].Han {
		if parts := strings.FieldsFunc(text, notDigit); len(parts) == 3 &&
			strings.Trim(text, "0123456789-/.年月日") == "" {
			return d.figures(parts[0], parts[1], parts[2])
		}
	}
	if n > 4 {
		return date{}, false
	}
	return s.words(d)
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

func (d date) figures(x, y, z string) (date, bool) {
	if len(x) == 4 {
		return d.day(x, atoi(y), atoi(z))
	}
	a, b := atoi(x), atoi(y)
	switch {
	case len(z) != 4:
		return date{}, false
	case a > 12:
		return d.day(z, b, a)
	case b > 12 || a == b:
		return d.day(z, a, b)
	}
	d.open = true
	return d, true
}

// words reads "5 March 2026", "March 5, 2026", "5th of March"; without a year it is open.
func (s *Source) words(d date) (date, bool) {
	day, mon, year := 0, 0, ""
	for k := d.from; k < d.to; k++ {
		key := s.key(k)
		number := strings.TrimRight(key, "sndrth")
		switch v := atoi(number); {
		case mon == 0 && month(key) > 0:
			mon = month(key)
		case day == 0 && v >= 1 && v <= 31 && len(number) <= 2:
			day = v
		case year == "" && len(key) == 4 && v >= 1000:
			year = key
		case key == "of" || key == "," && k > d.from && k+1 < d.to && len(s.key(k+1)) == 4:
		default:
			return date{}, false
		}
	}
	if day == 0 || mon == 0 {
		return date{}, false
	}
	if year == "" {
		d.open = true
		return d, true
	}
	return d.day(year, mon, day)
}

func (d date) day(year string, month, day int) (date, bool) {
	d.iso = fmt.Sprintf("%s-%02d-%02d", year, month, day)
	_, err := time.Parse(time.DateOnly, d.iso)
	return d, err == nil
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
