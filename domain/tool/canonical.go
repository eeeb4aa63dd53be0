package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Canonical returns a value as canonical JSON (RFC 8785): members sorted by the UTF-16 units of their
// names, numbers as ECMAScript writes a double, no blanks.
func Canonical(v strictjson.Value) []byte { return appendCanonical(nil, v) }

// Digest returns the digest of a value's canonical JSON.
func Digest(v strictjson.Value) string { return DigestBytes(Canonical(v)) }

// DigestText returns the digest of a JSON string: what a raw text's digest is.
func DigestText(text string) string { return Digest(strictjson.String(text)) }

// DigestBytes returns the digest of bytes as they are.
func DigestBytes(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func appendCanonical(dst []byte, v strictjson.Value) []byte {
	switch v.Kind() {
	case strictjson.KindNumber:
		return appendNumber(dst, v.Text())
	case strictjson.KindArray:
		dst = append(dst, '[')
		for i, item := range v.Items() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendCanonical(dst, item)
		}
		return append(dst, ']')
	case strictjson.KindObject:
		return appendSorted(dst, v)
	default:
		return v.AppendJSON(dst)
	}
}

func appendSorted(dst []byte, v strictjson.Value) []byte {
	members := make([]strictjson.Member, v.Len())
	for i := range members {
		members[i] = v.Member(i)
	}
	slices.SortFunc(members, func(a, b strictjson.Member) int { return compareUTF16(a.Name, b.Name) })
	dst = append(dst, '{')
	for i, member := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strictjson.AppendString(dst, member.Name), ':')
		dst = appendCanonical(dst, member.Value)
	}
	return append(dst, '}')
}

// compareUTF16 orders as RFC 8785 section 3.2.3 demands; it differs from the order of bytes only
// between characters outside the basic plane and those from U+E000.
func compareUTF16(a, b string) int {
	if isASCII(a) && isASCII(b) {
		if a < b {
			return -1
		}
		if a > b {
			return 1
		}
		return 0
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// appendNumber writes a number as ECMA-262 Number::toString does. A number that no double can hold
// keeps its text, so that it never takes another number's digest.
func appendNumber(dst []byte, text string) []byte {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return append(dst, text...)
	}
	if f == 0 {
		return append(dst, '0')
	}
	if abs := math.Abs(f); abs >= 1e21 || abs < 1e-6 {
		return appendExponent(dst, f)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, 64)
}

// appendExponent writes 1e+21 as ECMAScript does: no leading zero in the exponent, its sign always.
func appendExponent(dst []byte, f float64) []byte {
	at := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	e := at + slices.Index(dst[at:], 'e')
	if dst[e+2] == '0' {
		dst = slices.Delete(dst, e+2, e+3)
	}
	return dst
}
