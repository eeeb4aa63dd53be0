package format

import "strings"

// Lengths of RFC 5321, section 4.5.3.1, in octets. A path is at most 256 with
// its angle brackets, which leaves 254 for the mailbox.
const (
	maxLocalPart = 64
	maxMailbox   = 254
)

// isEmail is Mailbox of RFC 5321, section 4.1.2: no comments, no folding.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 || at > maxLocalPart || len(s) > maxMailbox {
		return false
	}
	local, domain := s[:at], s[at+1:]
	return (isDotString(local) || isQuotedString(local)) && (isMailDomain(domain) || isAddressLiteral(domain))
}

// isDotString is atoms with single dots between.
func isDotString(s string) bool {
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || !all(atom, isAtomByte) {
			return false
		}
	}
	return true
}

// isAtomByte is atext of RFC 5322.
func isAtomByte(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) >= 0
}

// isQuotedString is Quoted-string: printable ASCII in double quotes, with a
// backslash before a double quote or a backslash.
func isQuotedString(s string) bool {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return false
	}
	inner := s[1 : len(s)-1]
	for i := 0; i < len(inner); i++ {
		if inner[i] == '\\' {
			i++
		} else if inner[i] == '"' {
			return false
		}
		if i == len(inner) || inner[i] < ' ' || inner[i] > '~' {
			return false
		}
	}
	return true
}

// isMailDomain is Domain: labels of letters, digits and inner hyphens, as long
// as the domain name system lets them be (RFC 1035, section 2.3.4).
func isMailDomain(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

// isAddressLiteral is address-literal. Of the tags, only IPv6 is registered.
func isAddressLiteral(s string) bool {
	inner, open := strings.CutPrefix(s, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !open || !closed {
		return false
	}
	const tag = "IPv6:"
	if len(inner) >= len(tag) && strings.EqualFold(inner[:len(tag)], tag) {
		return isMailIPv6(inner[len(tag):])
	}
	return isMailIPv4(inner)
}

// isMailIPv4 is IPv4-address-literal of RFC 5321, which lets octets have leading
// zeros.
func isMailIPv4(s string) bool {
	return dottedQuad(s, func(string) bool { return true })
}

// isMailIPv6 is IPv6-addr of RFC 5321, where "::" stands for two groups or more.
func isMailIPv6(s string) bool { return colonGroups(s, 6, isMailIPv4) }
