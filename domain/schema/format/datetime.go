package format

import (
	"strings"
	"time"
)

// isDate is full-date of RFC 3339, section 5.6, with the days that the month
// of that year has (section 5.7, proleptic Gregorian calendar, year 0000 too).
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isDateTime is date-time of RFC 3339. Its T and Z may be lower case; the space
// that the RFC lets applications use instead of T is not part of the grammar.
func isDateTime(s string) bool {
	const dateLength = len("2006-01-02")
	return len(s) > dateLength && s[dateLength]|0x20 == 't' && isDate(s[:dateLength]) && isTime(s[dateLength+1:])
}

// minutesPerDay is for clock arithmetic.
const minutesPerDay = 24 * 60

// isTime is full-time of RFC 3339: with an offset, and with second 60 only in
// the last minute of a day in UTC, where leap seconds are inserted.
func isTime(s string) bool {
	const clock = len("15:04:05")
	if len(s) <= clock || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, ok1 := number(s[:2])
	minute, ok2 := number(s[3:5])
	second, ok3 := number(s[6:clock])
	offset, ok4 := zone(skipFraction(s[clock:]))
	if !ok1 || !ok2 || !ok3 || !ok4 || hour > 23 || minute > 59 || second > 60 {
		return false
	}
	utc := (hour*60 + minute - offset + minutesPerDay) % minutesPerDay
	return second < 60 || utc == minutesPerDay-1
}

// skipFraction cuts a time-secfrac off. Where there is a dot without digits it
// cuts nothing, which no zone begins with.
func skipFraction(s string) string {
	if s == "" || s[0] != '.' {
		return s
	}
	rest := strings.TrimLeft(s[1:], "0123456789")
	if len(rest) == len(s)-1 {
		return s
	}
	return rest
}

// zone is time-offset of RFC 3339, in minutes east of UTC.
func zone(s string) (minutes int, ok bool) {
	if len(s) == 1 {
		return 0, s[0]|0x20 == 'z'
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, ok1 := number(s[1:3])
	minute, ok2 := number(s[4:])
	minutes = hour*60 + minute
	if s[0] == '-' {
		minutes = -minutes
	}
	return minutes, ok1 && ok2 && hour <= 23 && minute <= 59
}

// number reads decimal digits and nothing else; s is short.
func number(s string) (n int, ok bool) {
	for _, c := range []byte(s) {
		if !isDigit(c) {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// isDuration is duration of RFC 3339, appendix A: units follow each other
// without a gap, weeks stand alone. Letters are of either case, as in any ABNF.
func isDuration(s string) bool {
	if s == "" || s[0]|0x20 != 'p' {
		return false
	}
	date, clock, timed := cutTime(s[1:])
	if timed && (!units(clock, "hms") || clock == "") {
		return false
	}
	if date == "" {
		return timed
	}
	return units(date, "ymd") || !timed && units(date, "w")
}

func cutTime(s string) (date, clock string, found bool) {
	if i := strings.IndexAny(s, "tT"); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// units reports whether s is a run of numbers whose units are consecutive letters
// of order.
func units(s, order string) bool {
	next := -1
	for s != "" {
		rest := strings.TrimLeft(s, "0123456789")
		if len(rest) == len(s) || rest == "" {
			return false
		}
		at := strings.IndexByte(order, rest[0]|0x20)
		if at < 0 || next >= 0 && at != next {
			return false
		}
		next = at + 1
		s = rest[1:]
	}
	return true
}
