package transport

import (
	"net"
	"net/url"
	"strings"
	"unicode"

	"github.com/devcodex/intent-runtime/domain/text"
	"github.com/devcodex/intent-runtime/ports/providerkit"
)

// KeyFault says why a key cannot be sent; "" if it can. A header's token is visible ASCII (RFC 6750,
// section 2.1, read generously); a line end from a file is the usual fault.
func KeyFault(key providerkit.Key) string {
	hidden := func(r rune) bool { return r <= ' ' || r >= 0x7F }
	switch value := key.Reveal(); {
	case text.Blank(value):
		return "is missing"
	case strings.ContainsFunc(value, hidden):
		return "holds white space or other characters that no API key has"
	default:
		return ""
	}
}

// URLFault says why a base URL cannot be used; "" if it can. A user name, a query or a fragment is
// refused: the first is a secret in a place that is printed, the others would not survive.
func URLFault(address string) string {
	base, err := url.Parse(address)
	switch {
	case address == "":
		return "is missing"
	case strings.ContainsFunc(address, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return "holds white space or control characters"
	case err != nil || base.Hostname() == "" || base.Scheme != "https" && base.Scheme != "http":
		return "is not an absolute http or https URL"
	case base.User != nil:
		return "holds a user name or password"
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "" || strings.Contains(address, "#"):
		return "holds a query or a fragment"
	default:
		return ""
	}
}

// Loopback reports whether an address is this machine's own: localhost or a loopback IP. It asks no name
// server.
func Loopback(address string) bool {
	base, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(base.Hostname())
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}
