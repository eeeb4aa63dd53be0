package strictjson

import (
	"cmp"
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

// MaxInteger is the largest integer that every JSON reader keeps exactly, 2^53−1 (RFC 7493 section 2.2).
const MaxInteger = 1<<53 - 1

// Faults of a number that JSON's grammar allows.
var (
	errNotFinite   = errors.New("number is not finite as an IEEE 754 double")
	errLosesDigits = errors.New("number loses digits as an IEEE 754 double")
	errBigInteger  = errors.New("integer lies beyond ±(2^53−1)")
)

// Decimal is the exact decimal value of a number that passed [ParseDecimal]: a sign, at most 17
// significant digits and a power of ten. The zero Decimal is 0. Equal values are equal with ==.
type Decimal struct {
	neg  bool
	exp  int16
	coef uint64 // no trailing zero; 0 has neither sign nor exponent
}

// ParseDecimal reads the text of a JSON number. The grammar is the caller's to check; ParseDecimal
// refuses what a double cannot hold: an infinite value, one whose decimal value differs from the
// shortest decimal that reads back as the nearest double, an integer beyond ±[MaxInteger].
func ParseDecimal(text string) (Decimal, error) {
	digits, exp, neg := split(text)
	if digits == "" {
		return Decimal{}, nil
	}
	if len(digits) > 17 || exp > 400 || exp < -800 {
		return Decimal{}, classify(text)
	}
	coef, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return Decimal{}, errLosesDigits
	}
	dec := Decimal{neg: neg, exp: int16(exp), coef: coef}
	if dec.IsInteger() {
		// An integer of at most 2^53−1 is its own double.
		if exp > 16 || dec.integer() > MaxInteger {
			return Decimal{}, integerFault(text)
		}
		return dec, nil
	}
	if len(digits) > 15 || exp < -290 {
		return dec, roundTrips(text, digits, exp)
	}
	return dec, nil // up to 15 significant digits survive a double (DBL_DIG)
}

func integerFault(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return errNotFinite
	}
	return errBigInteger
}

func classify(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return errNotFinite
	}
	if digits, exp, _ := split(text); exp >= 0 && digits != "" {
		return errBigInteger
	}
	return errLosesDigits
}

func roundTrips(text, digits string, exp int) error {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return errNotFinite
	}
	back, backExp, _ := split(strconv.FormatFloat(f, 'e', -1, 64))
	if back != digits || backExp != exp {
		return errLosesDigits
	}
	return nil
}

// split takes a number's text apart: significant digits without zeros at either end ("" for zero)
// and the power of ten that the last of them stands for, saturated far beyond any double's.
func split(text string) (digits string, exp int, neg bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	mantissa, neg = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "", 0, false
	}
	exp = saturate(exponent) - len(fraction) + len(digits) - len(trimmed)
	return trimmed, exp, neg
}

func saturate(exponent string) int {
	const far = 1 << 40
	n, err := strconv.ParseInt(exponent, 10, 64)
	switch {
	case exponent == "":
		return 0
	case err != nil && strings.HasPrefix(exponent, "-"), n < -far:
		return -far
	case err != nil, n > far:
		return far
	default:
		return int(n)
	}
}

// IsInteger reports whether the value has no fraction, however it was written.
func (d Decimal) IsInteger() bool { return d.exp >= 0 }

// IsZero reports whether the value is 0.
func (d Decimal) IsZero() bool { return d.coef == 0 }

// Negative reports whether the value is below 0.
func (d Decimal) Negative() bool { return d.neg }

// Int64 returns an integer's value and whether the value is an integer.
func (d Decimal) Int64() (int64, bool) {
	if !d.IsInteger() {
		return 0, false
	}
	n := int64(d.integer())
	if d.neg {
		n = -n
	}
	return n, true
}

// integer returns the magnitude of an integer with an exponent of at most 16.
func (d Decimal) integer() uint64 {
	n := d.coef
	for range d.exp {
		hi, lo := bits.Mul64(n, 10)
		if hi != 0 {
			return 1<<64 - 1
		}
		n = lo
	}
	return n
}

// Cmp compares two values exactly: −1, 0 or +1.
func (d Decimal) Cmp(other Decimal) int {
	if d == other {
		return 0
	}
	if d.sign() != other.sign() {
		return cmp.Compare(d.sign(), other.sign())
	}
	if d.neg {
		return other.magnitude(d)
	}
	return d.magnitude(other)
}

func (d Decimal) sign() int {
	switch {
	case d.coef == 0:
		return 0
	case d.neg:
		return -1
	default:
		return 1
	}
}

// magnitude compares absolute values of the same sign, both not zero.
func (d Decimal) magnitude(other Decimal) int {
	a, b := strconv.FormatUint(d.coef, 10), strconv.FormatUint(other.coef, 10)
	if c := cmp.Compare(len(a)+int(d.exp), len(b)+int(other.exp)); c != 0 {
		return c
	}
	// Same power of ten in front: digits compare as text, and a shorter one is followed by zeros.
	return strings.Compare(a, b)
}

// MultipleOf reports whether the value is a whole multiple of unit, exactly; unit is above 0.
func (d Decimal) MultipleOf(unit Decimal) bool {
	if d.coef == 0 {
		return true
	}
	shift := int(d.exp) - int(unit.exp)
	if shift >= 0 {
		rest := d.coef % unit.coef
		for range shift {
			hi, lo := bits.Mul64(rest, 10)
			_, rest = bits.Div64(hi%unit.coef, lo, unit.coef)
			if rest == 0 {
				return true
			}
		}
		return rest == 0
	}
	scaled := unit.coef
	for range -shift {
		hi, lo := bits.Mul64(scaled, 10)
		if hi != 0 {
			return false // the unit is larger than the value
		}
		scaled = lo
	}
	return d.coef%scaled == 0
}

// String writes the value in one canonical form: an integer plainly, all else as digits and exponent.
func (d Decimal) String() string {
	sign := ""
	if d.neg {
		sign = "-"
	}
	if d.IsInteger() {
		return sign + strconv.FormatUint(d.integer(), 10)
	}
	return sign + strconv.FormatUint(d.coef, 10) + "e" + strconv.Itoa(int(d.exp))
}
