package responses

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/internal/secret"
	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestOptionFaults(t *testing.T) {
	good := Options{APIKey: secret.New("sk-1"), Model: "m"}
	tests := []struct {
		name   string
		change func(o *Options)
		want   string // paths of the faults
	}{
		{"good", func(*Options) {}, ""},
		{"no key", func(o *Options) { o.APIKey = secret.Key{} }, "/apiKey"},
		{"blank key", func(o *Options) { o.APIKey = secret.New(" \u200b") }, "/apiKey"},
		{"key with a line end", func(o *Options) { o.APIKey = secret.New("sk-1\n") }, "/apiKey"},
		{"key with letters beyond ASCII", func(o *Options) { o.APIKey = secret.New("sk-é") }, "/apiKey"},
		{"no model", func(o *Options) { o.Model = "" }, "/model"},
		{"blank model", func(o *Options) { o.Model = "\t" }, "/model"},
		{"all at once", func(o *Options) { *o = Options{BaseURL: "x", MaxOutputTokens: -1} },
			"/apiKey /model /baseURL /maxOutputTokens"},
		{"http", func(o *Options) { o.BaseURL = "http://127.0.0.1:8080/v1" }, ""},
		{"relative URL", func(o *Options) { o.BaseURL = "/v1" }, "/baseURL"},
		{"other scheme", func(o *Options) { o.BaseURL = "ftp://example.com" }, "/baseURL"},
		{"no URL", func(o *Options) { o.BaseURL = "http://[::1" }, "/baseURL"},
		{"password in the URL", func(o *Options) { o.BaseURL = "https://me:pw@example.com/" }, "/baseURL"},
		{"query in the URL", func(o *Options) { o.BaseURL = "https://example.com/?key=1" }, "/baseURL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			options := good
			tt.change(&options)
			client, err := New("p", "https://example.com/v1/", options, nil)
			var paths []string
			if typed := intent.AsError(err); typed != nil {
				for _, issue := range typed.Issues {
					paths = append(paths, *issue.Path)
				}
			}
			if got := strings.Join(paths, " "); got != tt.want || (err == nil) != (tt.want == "") || (client == nil) != (err != nil) {
				t.Errorf("got %q, %v", got, err)
			}
			if err != nil && (!errors.Is(err, intent.ConfigInvalid) || strings.Contains(fmt.Sprintf("%+v", err), "sk-")) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestClientShowsItself(t *testing.T) {
	client, err := New("p", "https://example.com/v1/", Options{APIKey: secret.New("sk-1"), Model: "m"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(client)
	want := `{"provider":"p","model":"m","baseURL":"https://example.com/v1/","nativeJsonSchema":true,"maxOutputTokens":8192}`
	if err != nil || string(text) != want {
		t.Errorf("JSON %s, %v", text, err)
	}
	if got := fmt.Sprintf("%v %+v %#v %s", client, client, client, client); got != "p:m p:m p:m p:m" {
		t.Errorf("printed as %s", got)
	}
	if all := fmt.Sprintf("%+v %#v", *client, *client); strings.Contains(all, "sk-1") {
		t.Errorf("the key shows in %s", all)
	}
}

// TestOwnTransport: cloned from the default, so that proxies are honoured, with a bound on headers.
func TestOwnTransport(t *testing.T) {
	own := ownTransport()
	if own.ResponseHeaderTimeout != 10*time.Minute || own.Proxy == nil {
		t.Errorf("header timeout %v, proxy set: %v", own.ResponseHeaderTimeout, own.Proxy != nil)
	}
	if usual := http.DefaultTransport.(*http.Transport); usual == own || usual.ResponseHeaderTimeout != 0 {
		t.Error("the program's default transport was changed")
	}
	saved := http.DefaultTransport
	defer func() { http.DefaultTransport = saved }()
	http.DefaultTransport = guard{}
	if other := ownTransport(); other.Proxy == nil || other.ResponseHeaderTimeout != silence {
		t.Error("with a replaced default: no proxy or no bound")
	}
}

// mute is a body that says nothing until it is closed.
type mute struct{ closed chan struct{} }

func (m mute) Read([]byte) (int, error) {
	<-m.closed
	return 0, http.ErrBodyReadAfterClose
}

func (m mute) Close() error {
	close(m.closed)
	return nil
}

func TestSilentBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		body := guard{silence: silence}.bound(mute{make(chan struct{})})
		_, err := body.Read(make([]byte, 1))
		if !errors.Is(err, errSilent) || time.Since(begun) != silence {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}

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
	}
	for _, tt := range tests {
		header := http.Header{}
		header.Set("Retry-After-Ms", tt.ms)
		header.Set("Retry-After", tt.after)
		if got := retryAfter(header, now); got != tt.want {
			t.Errorf("%q, %q: %v, want %v", tt.ms, tt.after, got, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"{}"}]}]}`))
	f.Add([]byte(`{"status":"incomplete","incomplete_details":null,"output":[]}`))
	f.Add([]byte(`{"status":"completed","output":[{"type":"message","content":null},{"type":"reasoning","content":7}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		reply, err := read(intent.StageCore, body)
		switch {
		case err == nil && reply.Outcome == "":
			t.Fatal("neither an outcome nor an error")
		case err != nil && (reply.Outcome != "" || reply.Text != ""):
			t.Fatal("a reply beside the error")
		case err != nil && intent.CodeOf(err) != intent.ModelRequestFailed && intent.CodeOf(err) != intent.ModelOutputInvalid:
			t.Fatalf("error %v", err)
		}
	})
}
