package format

import "strings"

// isIPv4 is a dotted quad: IPv4address of RFC 3986, without leading zeros,
// which some readers take for octal.
func isIPv4(s string) bool {
	return dottedQuad(s, func(octet string) bool { return len(octet) == 1 || octet[0] != '0' })
}

// dottedQuad reports whether s is four decimal octets that pass a further test.
func dottedQuad(s string, fine func(octet string) bool) bool {
	for i := range 4 {
		octet, rest, more := strings.Cut(s, ".")
		if more != (i < 3) || octet == "" || len(octet) > 3 || !fine(octet) {
			return false
		}
		if n, ok := number(octet); !ok || n > 255 {
			return false
		}
		s = rest
	}
	return true
}

// isIPv6 is the text form of RFC 4291, section 2.2, all three kinds, without a
// zone. "::" stands for one group or more.
func isIPv6(s string) bool { return colonGroups(s, 7, isIPv4) }

// colonGroups reports whether s is an IPv6 address. elided is how many groups may
// stand beside "::", and the dotted end, which counts as two, is left to quad.
func colonGroups(s string, elided int, quad func(string) bool) bool {
	head, tail, short := strings.Cut(s, "::")
	if !short {
		n, ok := groups(s, quad)
		return ok && n == 8
	}
	before, ok1 := 0, true
	if head != "" {
		before, ok1 = groups(head, nil)
	}
	after, ok2 := 0, true
	if tail != "" {
		after, ok2 = groups(tail, quad)
	}
	return ok1 && ok2 && before+after <= elided
}

// groups counts the groups of 16 bits in s, which is not empty. The last may be
// a dotted quad where quad is not nil. Over eight it stops counting.
func groups(s string, quad func(string) bool) (n int, ok bool) {
	for n <= 8 {
		group, rest, more := strings.Cut(s, ":")
		if !more && quad != nil && strings.Contains(group, ".") {
			return n + 2, quad(group)
		}
		if len(group) == 0 || len(group) > 4 || !all(group, isHex) {
			return 0, false
		}
		n++
		if !more {
			return n, true
		}
		s = rest
	}
	return 0, false
}
