package format

import "strings"

// isURI is URI of RFC 3986, section 3.
func isURI(s string) bool {
	scheme, rest, found := cutScheme(s)
	return found && isScheme(scheme) && isHierarchy(rest)
}

// isURIReference is URI-reference of RFC 3986, section 4.1: a URI, or relative,
// and then without a colon in the first segment.
func isURIReference(s string) bool {
	if scheme, rest, found := cutScheme(s); found {
		return isScheme(scheme) && isHierarchy(rest)
	}
	return isHierarchy(s)
}

// isURL is a URI of scheme http, https or ftp with an authority whose host is
// not empty (RFC 9110, section 4.2.1; RFC 1738).
func isURL(s string) bool {
	scheme, rest, _ := cutScheme(s)
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp":
	default:
		return false
	}
	parts := split(rest)
	if !parts.valid() || !parts.hasAuthority {
		return false
	}
	host, _, _ := cutAuthority(parts.authority)
	return host != ""
}

// cutScheme cuts at the first colon that stands before any "/", "?" or "#".
func cutScheme(s string) (scheme, rest string, found bool) {
	i := strings.IndexAny(s, ":/?#")
	if i < 0 || s[i] != ':' {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

func isScheme(s string) bool {
	return s != "" && isLetter(s[0]) && all(s, isSchemeByte)
}

func isSchemeByte(c byte) bool {
	return isAlphanumeric(c) || c == '+' || c == '-' || c == '.'
}

func isHierarchy(s string) bool { return split(s).valid() }

// components are what follows a scheme, not yet judged.
type components struct {
	authority, path, query, fragment string
	hasAuthority                     bool
}

// split cuts as RFC 3986, appendix B does.
func split(s string) components {
	var c components
	s, c.fragment, _ = strings.Cut(s, "#")
	s, c.query, _ = strings.Cut(s, "?")
	if rest, found := strings.CutPrefix(s, "//"); found {
		c.hasAuthority = true
		end := strings.IndexByte(rest, '/')
		if end < 0 {
			end = len(rest)
		}
		c.authority, s = rest[:end], rest[end:]
	}
	c.path = s
	return c
}

func (c components) valid() bool {
	return (!c.hasAuthority || isAuthority(c.authority)) &&
		encoded(c.path, isPathByte) && encoded(c.query, isQueryByte) && encoded(c.fragment, isQueryByte)
}

// cutAuthority parts host and port, and userinfo where there is any.
func cutAuthority(s string) (host, port, user string) {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		user, s = s[:i], s[i+1:]
	}
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		return s[:i], s[i+1:], user
	}
	return s, "", user
}

func isAuthority(s string) bool {
	host, port, user := cutAuthority(s)
	return encoded(user, isUserByte) && all(port, isDigit) && isHost(host)
}

// isHost is host of RFC 3986, section 3.2.2. Whatever looks like an IPv4
// address but is none is still a reg-name; a reg-name may be empty.
func isHost(s string) bool {
	literal, found := strings.CutPrefix(s, "[")
	if !found {
		return encoded(s, isNameByte)
	}
	literal, found = strings.CutSuffix(literal, "]")
	return found && (isIPv6(literal) || isFutureAddress(literal))
}

// isFutureAddress is IPvFuture.
func isFutureAddress(s string) bool {
	if s == "" || s[0]|0x20 != 'v' {
		return false
	}
	version, address, found := strings.Cut(s[1:], ".")
	return found && version != "" && all(version, isHex) && address != "" && all(address, isUserByte)
}

// encoded reports whether s is of bytes of one kind and percent-encoded octets.
func encoded(s string, kind func(byte) bool) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			if !kind(s[i]) {
				return false
			}
			continue
		}
		if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
			return false
		}
		i += 2
	}
	return true
}

// isNameByte is unreserved or sub-delims.
func isNameByte(c byte) bool {
	return isAlphanumeric(c) || c != 0 && strings.IndexByte("-._~!$&'()*+,;=", c) >= 0
}

func isUserByte(c byte) bool { return isNameByte(c) || c == ':' }

func isPathByte(c byte) bool { return isUserByte(c) || c == '@' || c == '/' }

func isQueryByte(c byte) bool { return isPathByte(c) || c == '?' }
