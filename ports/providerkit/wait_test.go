package providerkit

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		ms, after string
		want      time.Duration
	}{
		{"", "", 0},
		{"", "12", 12 * time.Second},
		{"", " 0.5 ", 500 * time.Millisecond},
		{"250", "12", 250 * time.Millisecond},
		{"x", "12", 12 * time.Second},
		{"", "Fri, 01 May 2026 12:01:30 GMT", 90 * time.Second},
		{"", "Friday, 01-May-26 12:01:30 GMT", 90 * time.Second},
		{"", "Fri May  1 12:01:30 2026", 90 * time.Second},
		{"", "Fri, 01 May 2026 11:00:00 GMT", 0},
		{"", "Fri, 01 May 2099 11:00:00 GMT", 24 * time.Hour},
		{"", "-1", 0},
		{"", "NaN", 0},
		{"", "Inf", 24 * time.Hour},
		{"1e300", "", 24 * time.Hour},
		{"", "later", 0},
		{"", "9e99", 24 * time.Hour},
		{"-1", "", 0},
	}
	for _, tt := range tests {
		header := http.Header{}
		header.Set("Retry-After-Ms", tt.ms)
		header.Set("Retry-After", tt.after)
		if got := RetryAfter(header, now); got != tt.want {
			t.Errorf("%q, %q: %v, want %v", tt.ms, tt.after, got, tt.want)
		}
	}
}
