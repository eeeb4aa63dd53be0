package extract

import (
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/clause"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
)

// TestNumbers: a number is read from its first word to its last, or not at all. "open" is a range, an
// alternative or a rounded number.
func TestNumbers(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"one hundred": "100", "two hundred and five": "205", "three thousand": "3000", "twenty one": "21", "twenty-one": "21",
		"five thousand two hundred": "5200", "3 000": "3000", "1,200.50": "1200.5", "3 dozen": "36", "12.75 kg": "12.75 kilogram",
		"€500": "500 euro", "三千": "3000", "一千二百": "1200", "1.2万元": "12000 yuan", "三万": "30000", "二十五": "25", "3 or 4": "3 open",
		"about 40": "40 open", "4-5": "", "0012": "", "1,20": "",
	} {
		s := NewSource("input", clause.Read(token.Cut(text, words), words, nil))
		got := ""
		if len(s.numbers) > 0 {
			a := s.numbers[0]
			got = a.value
			if a.unit != "" {
				got += " " + a.unit
			}
			if a.open {
				got += " open"
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestDates: a day without its year, or with two readings, is open.
func TestDates(t *testing.T) {
	t.Parallel()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"on 2027-01-31": "2027-01-31", "on 5 May 2027": "2027-05-05", "on June 3, 2027": "2027-06-03", "2026年3月5日": "2026-03-05",
		"on 13/04/2026": "2026-04-13", "on 03/04/2026": "open", "on 5 May": "open", "tomorrow": "open", "on 2026-02-30": "",
	} {
		s := NewSource("input", clause.Read(token.Cut(text, words), words, nil))
		got := ""
		if len(s.days) > 0 {
			if got = s.days[0].iso; s.days[0].open {
				got = "open"
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
