package providerkit

import (
	"strconv"
	"strings"
	"time"
)

// MaxRetryAfter bounds what [RetryAfter] returns.
const MaxRetryAfter = 24 * time.Hour

// RetryAfter reads how long a provider asks to wait from an answer's header (an http.Header):
// Retry-After-Ms, else Retry-After in seconds or as a date (RFC 9110, section 10.2.3). It is 0 if the
// header says nothing that can be read, and at most [MaxRetryAfter].
func RetryAfter(header map[string][]string, now time.Time) time.Duration {
	var wait time.Duration
	after := first(header, "Retry-After")
	if ms, ok := number(first(header, "Retry-After-Ms")); ok {
		wait = scaled(ms, time.Millisecond)
	} else if seconds, ok := number(after); ok {
		wait = scaled(seconds, time.Second)
	} else if date, ok := httpDate(after); ok {
		wait = date.Sub(now)
	}
	return min(max(wait, 0), MaxRetryAfter)
}

func first(header map[string][]string, name string) string {
	if values := header[name]; len(values) > 0 {
		return strings.TrimSpace(values[0])
	}
	return ""
}

func number(text string) (float64, bool) {
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil && value >= 0
}

// scaled multiplies without overflow.
func scaled(n float64, unit time.Duration) time.Duration {
	return time.Duration(min(n*float64(unit), float64(MaxRetryAfter)))
}

// httpDate reads the three forms of RFC 9110, section 5.6.7, as http.ParseTime does; net/http is not
// linked for it.
func httpDate(text string) (time.Time, bool) {
	for _, layout := range []string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC} {
		if date, err := time.Parse(layout, text); err == nil {
			return date, true
		}
	}
	return time.Time{}, false
}
