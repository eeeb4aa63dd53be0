package providerkit

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"
)

// loop is an error that wraps itself.
type loop struct{}

func (l loop) Error() string { return "loop" }
func (l loop) Unwrap() error { return l }

func TestReasonOf(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	inURL := func(err error) error { return &url.Error{Op: "Post", URL: "http://x", Err: err} }
	tests := []struct {
		name string
		err  error
		want Reason
	}{
		{"none", nil, ""},
		{"a foreign one", errors.New("x"), ""},
		{"a foreign one that wraps itself", loop{}, ""},
		{"no such host", inURL(&net.OpError{Op: "dial", Err: &net.DNSError{IsNotFound: true}}), ReasonDNS},
		{"connection refused", inURL(refused), ReasonConnect},
		{"proxy not there", inURL(&net.OpError{Op: "proxyconnect", Err: refused}), ReasonProxy},
		{"proxy's name", inURL(&net.OpError{Op: "proxyconnect", Err: &net.DNSError{}}), ReasonProxy},
		{"certificate", inURL(&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}), ReasonTLS},
		{"record", inURL(tls.RecordHeaderError{}), ReasonTLS},
		{"alert", inURL(&net.OpError{Op: "remote error", Err: tls.AlertError(40)}), ReasonTLS},
		{"reset", inURL(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), ReasonDropped},
		{"end of file", inURL(io.EOF), ReasonDropped},
		{"end within", fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), ReasonDropped},
		{"joined", errors.Join(errors.New("x"), refused), ReasonConnect},
		{"typed nil", (*net.DNSError)(nil), ""},
	}
	for _, tt := range tests {
		if got := ReasonOf(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTimedOut(t *testing.T) {
	for _, err := range []error{
		context.DeadlineExceeded, os.ErrDeadlineExceeded, fmt.Errorf("x: %w", context.DeadlineExceeded),
		&url.Error{Err: context.DeadlineExceeded}, &net.DNSError{IsTimeout: true},
	} {
		if !TimedOut(err) {
			t.Errorf("%v is no timeout", err)
		}
	}
	for _, err := range []error{nil, io.EOF, context.Canceled, loop{}, &net.DNSError{}} {
		if TimedOut(err) {
			t.Errorf("%v is a timeout", err)
		}
	}
}
