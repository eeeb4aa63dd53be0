package format_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/devcodex/intent-runtime/domain/schema/format"
)

// joined draws a text of a few pieces, which is now and then well-formed.
func joined(pieces ...string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 17).Draw(t, "pieces"), "")
	})
}

// TestAddressesAgainstLibrary compares with net/netip, which reads the same
// grammar but for zones.
func TestAddressesAgainstLibrary(t *testing.T) {
	texts := joined(":", ":", "::", "0", "1", "ab", "FFFF", "12345", ":1", ":2",
		"1.2.3.4", "0.0.0.0", "1.2.3.256", "01.2.3.4", ".")
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		address, err := netip.ParseAddr(text)
		if ok, _ := format.Check("ipv4", text, nil); ok != (err == nil && address.Is4()) {
			t.Fatalf("ipv4 %q: %v", text, ok)
		}
		if ok, _ := format.Check("ipv6", text, nil); ok != (err == nil && address.Is6() && address.Zone() == "") {
			t.Fatalf("ipv6 %q: %v", text, ok)
		}
	})
}

// TestDates holds each day of the calendar, and some that are none, against the arithmetic of dates: a day
// that a month does not have is one of the next.
func TestDates(t *testing.T) {
	for year := 0; year < 10000; year += 1 + year%7 {
		for month := range 14 {
			for day := 28; day < 33; day++ {
				date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
				want := date.Year() == year && date.Month() == time.Month(month) && date.Day() == day
				text := two(year/100) + two(year%100) + "-" + two(month) + "-" + two(day)
				if ok, _ := format.Check("date", text, nil); ok != want {
					t.Errorf("%s: %v", text, ok)
				}
			}
		}
	}
}

func two(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }

// TestLeapSeconds: with any offset, second 60 is valid exactly where the minute
// is 23:59 in UTC.
func TestLeapSeconds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minute := rapid.IntRange(0, 24*60-1).Draw(t, "minute")
		offset := rapid.IntRange(-(24*60-1), 24*60-1).Draw(t, "offset")
		if rapid.Bool().Draw(t, "leap") {
			minute = ((24*60-1+offset)%(24*60) + 24*60) % (24 * 60)
		}
		sign, east := "+", offset
		if offset < 0 {
			sign, east = "-", -offset
		}
		text := two(minute/60) + ":" + two(minute%60) + ":60" + sign + two(east/60) + ":" + two(east%60)
		want := ((minute-offset)%(24*60)+24*60)%(24*60) == 24*60-1
		if ok, _ := format.Check("time", text, nil); ok != want {
			t.Fatalf("%s: %v", text, ok)
		}
	})
}
