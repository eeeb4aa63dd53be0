package providerkit

import (
	"io"
	"reflect"
	"strings"
)

// Reason says why a call has no usable answer. The list is closed; "" is for what it does not name.
type Reason string

// The reasons.
const (
	ReasonDNS      Reason = "dns"      // the provider's name was not found
	ReasonConnect  Reason = "connect"  // no connection came about
	ReasonTLS      Reason = "tls"      // the connection is not secure: a certificate, a version
	ReasonProxy    Reason = "proxy"    // the proxy could not be reached or refused
	ReasonDropped  Reason = "dropped"  // the connection ended before the answer did
	ReasonStatus   Reason = "status"   // the provider answered with an HTTP status that is no success
	ReasonDecode   Reason = "decode"   // the answer could not be read as what it should be
	ReasonOversize Reason = "oversize" // the answer passed its bound
)

// mostErrors bounds how much of a chain or tree of errors is looked at: it is a stranger's.
const mostErrors = 64

// ReasonOf finds the reason in an error of net/http, net or crypto/tls, "" if it is none of theirs.
//
// It tells errors by the package that their type comes from, not by importing it: a program that asks
// nobody over a network links none.
func ReasonOf(err error) Reason {
	found := Reason("")
	walk(err, func(err error) bool {
		reason := reasonOfType(err)
		if reason == ReasonDNS || reason == ReasonTLS || reason == ReasonProxy {
			found = reason
			return false // no other says more
		}
		if found == "" {
			found = reason
		}
		return true
	})
	return found
}

// TimedOut reports whether an error says that time ran out: a context's deadline, an http.Client's
// Timeout or the network's own.
func TimedOut(err error) bool {
	late := false
	walk(err, func(err error) bool {
		timeout, ok := err.(interface{ Timeout() bool }) // walk unwraps, with a bound
		late = ok && timeout.Timeout()
		return !late
	})
	return late
}

func reasonOfType(err error) Reason {
	if err == io.EOF || err == io.ErrUnexpectedEOF { //nolint:errorlint // walk unwraps, with a bound
		return ReasonDropped
	}
	value := reflect.Indirect(reflect.ValueOf(err))
	path, name := value.Type().PkgPath(), value.Type().Name()
	switch {
	case path == "crypto/tls" || path == "crypto/x509":
		return ReasonTLS
	case path == "net" && name == "DNSError":
		return ReasonDNS
	case path == "net" && name == "OpError":
		return reasonOfOp(value.FieldByName("Op").String())
	case path == "net/http":
		return reasonOfHTTP(name)
	default:
		return ""
	}
}

// reasonOfHTTP knows the types of net/http's errors that have no exported name.
func reasonOfHTTP(name string) Reason {
	switch {
	case name == "transportReadFromServerError", strings.HasPrefix(name, "http2"):
		return ReasonDropped
	case name == "badStringError":
		return ReasonDecode // no HTTP came back
	default:
		return ""
	}
}

// reasonOfOp reads a net.OpError's Op.
func reasonOfOp(op string) Reason {
	switch op {
	case "dial":
		return ReasonConnect
	case "proxyconnect", "socks connect":
		return ReasonProxy
	case "read", "write", "close":
		return ReasonDropped
	default:
		return ""
	}
}

// walk visits an error and what it wraps, depth first, until visit returns false.
func walk(err error, visit func(error) bool) {
	left := mostErrors
	var step func(error) bool
	step = func(err error) bool {
		if left--; left < 0 || isNil(err) {
			return true
		}
		if !visit(err) {
			return false
		}
		switch wrapping := err.(type) { //nolint:errorlint // this is the unwrapping, with a bound
		case interface{ Unwrap() error }:
			return step(wrapping.Unwrap())
		case interface{ Unwrap() []error }:
			for _, inner := range wrapping.Unwrap() {
				if !step(inner) {
					return false
				}
			}
		}
		return true
	}
	step(err)
}

// isNil reports whether there is no error, or a nil pointer in its place, whose methods may panic.
func isNil(err error) bool {
	value := reflect.ValueOf(err)
	return !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil()
}
