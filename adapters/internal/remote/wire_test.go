package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
)

// input is the material; it must show in no error.
const input = "Cancel the subscription of Zephyrine Quux"

// settings are the options that tests change.
type settings = provider.Settings

func open(t testing.TB, dialect provider.Dialect, s settings) provider.Executor {
	t.Helper()
	made, err := provider.Open(dialect, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.CloseIdleConnections)
	return made
}

func core(native bool) intent.ModelRequest {
	return prompt.Core(prompt.Basis{Language: "en", Schema: "{}", Request: intent.Request{Input: input}, NativeJSONSchema: native})
}

func data() intent.ModelRequest {
	request := core(false)
	request.Stage = intent.StageData
	return request
}

// each runs a test for both dialects.
func each(t *testing.T, test func(t *testing.T, dialect provider.Dialect)) {
	for _, dialect := range provider.Dialects() {
		t.Run(string(dialect), func(t *testing.T) { test(t, dialect) })
	}
}

func start(t testing.TB, dialect provider.Dialect, answers ...provider.Answer) *provider.Server {
	server := provider.Start(dialect, answers...)
	t.Cleanup(server.Close)
	return server
}

func noFaults(t *testing.T, server *provider.Server, calls int) {
	t.Helper()
	if got := len(server.Calls()); got != calls {
		t.Errorf("%d HTTP requests, want %d", got, calls)
	}
	for _, fault := range server.Faults() {
		t.Errorf("the request differs from the dialect: %s", fault)
	}
}

func TestSuccess(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect,
			provider.Complete(dialect, `{"a":`, "", `"<é>"}`), provider.Complete(dialect, "{}"))
		executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
		if id := executor.ID(); id != string(dialect)+":"+provider.Model {
			t.Errorf("id %q", id)
		}
		reply, err := executor.Generate(t.Context(), core(true))
		want := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: `{"a":"<é>"}`, Usage: intent.Usage{
			InputTokens: 1200, OutputTokens: 345, CachedTokens: 1024,
			Model: provider.Model + "-2026-01-01", RequestID: provider.RequestID,
		}}
		if err != nil || !reflect.DeepEqual(reply, want) {
			t.Errorf("got %+v, %v", reply, err)
		}
		if _, err := executor.Generate(t.Context(), data()); err != nil {
			t.Error(err)
		}
		noFaults(t, server, 2)
	})
}

func TestSchemaThatIsNone(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect)
		request := core(true)
		request.Format.Schema = "[]"
		_, err := open(t, dialect, settings{BaseURL: server.BaseURL()}).Generate(t.Context(), request)
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
		noFaults(t, server, 0)
	})
}

func TestNoNativeSchema(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect)
		if !open(t, dialect, settings{BaseURL: server.BaseURL()}).Capabilities().NativeJSONSchema {
			t.Error("no native schema by default")
		}
		executor := open(t, dialect, settings{BaseURL: server.BaseURL(), NoNative: true})
		capabilities := executor.Capabilities()
		if capabilities.NativeJSONSchema || capabilities.NativeJSONObject != enforcesObject(dialect) ||
			!capabilities.IsolatedTurn || !capabilities.SupportsAbort {
			t.Errorf("capabilities %+v", capabilities)
		}
	})
}

// enforcesObject says whether a dialect has a way to ask for one JSON object.
func enforcesObject(dialect provider.Dialect) bool {
	return dialect == provider.OpenAI || dialect == provider.Chat || dialect == provider.Gemini
}

// TestRows plays everything that may come back but success.
func TestRows(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		var visits atomic.Int32
		elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
		defer elsewhere.Close()
		for _, row := range provider.Rows(dialect, elsewhere.URL) {
			t.Run(row.Name, func(t *testing.T) { playRow(t, dialect, row) })
		}
		if n := visits.Load(); n > 0 {
			t.Errorf("%d requests followed a redirect to another origin", n)
		}
	})
}

func playRow(t *testing.T, dialect provider.Dialect, row provider.Row) {
	t.Parallel()
	server := start(t, dialect, row.Answer)
	executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
	ctx := t.Context()
	if row.Slow {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
	}
	reply, err := executor.Generate(ctx, core(true))
	noFaults(t, server, 1)
	if row.Outcome != "" {
		if err != nil || reply.Outcome != row.Outcome || row.Outcome != intent.OutcomeComplete && reply.Text != "" {
			t.Errorf("got %+v, %v; want outcome %s", reply, err, row.Outcome)
		}
		return
	}
	judgeError(t, err, row)
	if reply.Outcome != "" || reply.Text != "" || reply.Detail != "" {
		t.Errorf("beside the error stands %+v", reply)
	}
	hasID := strings.HasPrefix(row.Name, "status ") && dialect != provider.Gemini // which has it in good answers only
	if hasID && reply.Usage.RequestID != provider.RequestID {
		t.Errorf("the provider's request id is %q", reply.Usage.RequestID)
	}
}

func judgeError(t *testing.T, err error, row provider.Row) {
	t.Helper()
	typed := intent.AsError(err)
	if typed == nil || typed.Code != row.Code || typed.Stage != intent.StageCore {
		t.Fatalf("got %v, want %s", err, row.Code)
	}
	if typed.RetryAfter != row.RetryAfter {
		t.Errorf("retry after %v, want %v", typed.RetryAfter, row.RetryAfter)
	}
	if typed.ProviderCode != row.ProviderCode {
		t.Errorf("provider's code %q, want %q", typed.ProviderCode, row.ProviderCode)
	}
	if (typed.Reason == "") == (row.Code == intent.ModelRequestFailed) {
		t.Errorf("reason %q", typed.Reason)
	}
	if row.Code == intent.ModelTimeout && !errors.Is(err, context.DeadlineExceeded) {
		t.Error("not context.DeadlineExceeded")
	}
	encoded, _ := json.Marshal(typed)
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, *typed), string(encoded)} {
		for _, secret := range []string{provider.Key, "Zephyrine", "127.0.0.1", "Bearer", "leaked"} {
			if strings.Contains(text, secret) {
				t.Errorf("%q shows in %s", secret, text)
			}
		}
	}
}

// TestReasons: what the network says is the reason of the error.
func TestReasons(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		rows := map[string]intent.FailureReason{
			"status 500": intent.FailedStatus, "truncated JSON": intent.FailedDecode, "lone surrogate": intent.FailedDecode,
			"long body": intent.FailedOversize, "long body, announced": intent.FailedOversize,
			"dropped connection": intent.FailedDropped, "connection dropped within the body": intent.FailedDropped,
			"redirect 302, other origin": intent.FailedStatus, "wrong content type": intent.FailedDecode,
		}
		for _, row := range provider.Rows(dialect, "http://127.0.0.1:1") {
			want, ok := rows[row.Name]
			if !ok {
				continue
			}
			delete(rows, row.Name)
			server := start(t, dialect, row.Answer)
			_, err := open(t, dialect, settings{BaseURL: server.BaseURL()}).Generate(t.Context(), core(true))
			if got := intent.AsError(err).Reason; got != want {
				t.Errorf("%s: reason %q, want %q", row.Name, got, want)
			}
		}
		if len(rows) > 0 {
			t.Errorf("no rows of these names: %v", rows)
		}
	})
}

// TestRequestIDsAreCleaned: what a provider calls a request reaches records and logs.
func TestRequestIDsAreCleaned(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		for _, id := range []string{"for " + provider.Key, "x" + provider.Key, strings.Repeat("x", 129), "\u00e9"} {
			name := map[provider.Dialect]string{provider.Anthropic: "Request-Id"}[dialect]
			if name == "" {
				name = "X-Request-Id"
			}
			server := start(t, dialect, provider.Header(name, id, provider.Status(400)))
			reply, _ := open(t, dialect, settings{BaseURL: server.BaseURL()}).Generate(t.Context(), core(true))
			if reply.Usage.RequestID != "" {
				t.Errorf("kept as %q", reply.Usage.RequestID)
			}
		}
	})
}

func TestTLSFailure(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := provider.StartTLS(dialect)
		defer server.Close()
		_, err := open(t, dialect, settings{BaseURL: server.BaseURL()}).Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
		if reason := intent.AsError(err).Reason; reason != intent.FailedTLS {
			t.Errorf("reason %q", reason)
		}
		noFaults(t, server, 0)

		server.Config.Handler = start(t, dialect, provider.Complete(dialect, "{}"))
		trusting := open(t, dialect, settings{BaseURL: server.BaseURL(), Client: server.Client()})
		if _, err := trusting.Generate(t.Context(), core(true)); err != nil {
			t.Errorf("over trusted TLS: %v", err)
		}
	})
}

func TestNobodyAnswers(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := provider.Start(dialect)
		server.Close()
		proxy, _ := url.Parse(server.URL)
		clients := map[intent.FailureReason]*http.Client{
			intent.FailedConnect: nil,
			intent.FailedProxy:   {Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}},
			intent.FailedDNS:     nil,
		}
		for reason, client := range clients {
			address := server.BaseURL()
			if reason == intent.FailedDNS {
				address = "http://provider.invalid"
			}
			_, err := open(t, dialect, settings{BaseURL: address, Client: client}).Generate(t.Context(), core(true))
			judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
			if got := intent.AsError(err).Reason; got != reason {
				t.Errorf("reason %q, want %q", got, reason)
			}
			var network *net.OpError
			if !errors.As(err, &network) {
				t.Error("the network's own error cannot be reached")
			}
		}
	})
}

// TestTimeoutsOfTheClient: a timeout that is not the caller's is MODEL_TIMEOUT as well.
func TestTimeoutsOfTheClient(t *testing.T) {
	brief := http.DefaultTransport.(*http.Transport).Clone()
	brief.ResponseHeaderTimeout = 50 * time.Millisecond
	clients := map[string]*http.Client{
		"whole call": {Timeout: 50 * time.Millisecond},
		"headers":    {Transport: brief},
	}
	each(t, func(t *testing.T, dialect provider.Dialect) {
		for name, client := range clients {
			server := start(t, dialect, provider.Hang)
			_, err := open(t, dialect, settings{BaseURL: server.BaseURL(), Client: client}).Generate(t.Context(), core(true))
			t.Log(name)
			judgeError(t, err, provider.Row{Code: intent.ModelTimeout})
			noFaults(t, server, 1)
		}
		server := start(t, dialect, provider.SlowBody)
		executor := open(t, dialect, settings{BaseURL: server.BaseURL(), Client: clients["whole call"]})
		_, err := executor.Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelTimeout})
	})
}

func TestCancellation(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		for _, answer := range []provider.Answer{provider.Hang, provider.SlowBody} {
			server := start(t, dialect, answer)
			executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(50*time.Millisecond, cancel)
			_, err := executor.Generate(ctx, core(true))
			judgeError(t, err, provider.Row{Code: intent.ModelAborted})
			if !errors.Is(err, context.Canceled) {
				t.Error("not context.Canceled")
			}
			select {
			case <-server.Left():
			case <-time.After(5 * time.Second):
				t.Error("the server did not see the connection close")
			}
		}
	})
}

// TestEnvironmentIsNotRead sets every variable of the SDKs, each to something that would show.
func TestEnvironmentIsNotRead(t *testing.T) {
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Errorf("a request went to an address of the environment")
	}))
	defer trap.Close()
	for name, value := range map[string]string{
		"OPENAI_API_KEY": "sk-environment", "OPENAI_BASE_URL": trap.URL, "OPENAI_ORG_ID": "org-environment",
		"OPENAI_PROJECT_ID": "proj-environment", "OPENAI_ADMIN_KEY": "sk-admin-environment",
		"OPENAI_WEBHOOK_SECRET": "whsec-environment", "OPENAI_CUSTOM_HEADERS": "X-Environment: environment",
		"XAI_API_KEY": "xai-environment", "XAI_BASE_URL": trap.URL,
		"ANTHROPIC_API_KEY": "environment", "ANTHROPIC_AUTH_TOKEN": "environment", "ANTHROPIC_BASE_URL": trap.URL,
		"ANTHROPIC_CUSTOM_HEADERS": "X-Environment: environment", "ANTHROPIC_PROFILE": "environment",
		"ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE": "content",
		"GOOGLE_API_KEY": "environment", "GEMINI_API_KEY": "environment", "GOOGLE_GENAI_USE_VERTEXAI": "true",
		"GOOGLE_GENAI_USE_ENTERPRISE": "true", "GOOGLE_GEMINI_BASE_URL": trap.URL, "GOOGLE_VERTEX_BASE_URL": trap.URL,
		"GOOGLE_CLOUD_PROJECT": "environment", "GOOGLE_CLOUD_LOCATION": "environment",
	} {
		t.Setenv(name, value)
	}
	log.SetOutput(io.Discard) // Google's SDK notes that both its variables are set
	defer log.SetOutput(os.Stderr)
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect, provider.Complete(dialect, "{}"))
		executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
		if _, err := executor.Generate(t.Context(), core(true)); err != nil {
			t.Fatal(err)
		}
		noFaults(t, server, 1) // the double names every header beyond the few that it takes
		call := server.Calls()[0]
		if sent := fmt.Sprint(call.Header, call.Body); strings.Contains(sent, "environment") {
			t.Errorf("the environment was sent: %s", sent)
		}
		// Without a key or an address the environment's must not step in.
		address := "https://example.com"
		if dialect != provider.Chat {
			address = ""
		}
		if _, err := provider.Open(dialect, settings{BaseURL: address, NoKey: true}); !errors.Is(err, intent.ConfigInvalid) {
			t.Errorf("without a key: %v", err)
		}
		if dialect == provider.Chat {
			return // which has no public address
		}
		public := open(t, dialect, settings{})
		if text, err := json.Marshal(public); err != nil || strings.Contains(string(text), "127.0.0.1") {
			t.Errorf("without an address: %s, %v", text, err)
		}
	})
}

// TestGivenClientStaysItsOwners: it is copied, never changed, and its redirects are refused too.
func TestGivenClientStaysItsOwners(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		client := &http.Client{}
		server := start(t, dialect, provider.Redirect(307, "/"))
		_, err := open(t, dialect, settings{BaseURL: server.BaseURL(), Client: client}).Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
		noFaults(t, server, 1)
		if client.Transport != nil || client.CheckRedirect != nil {
			t.Error("the given client was changed")
		}
	})
}

func TestConcurrentCalls(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		const calls = 200
		server := provider.StartAlways(dialect, provider.Echo(dialect))
		defer server.Close()
		executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				request := core(i%2 == 0)
				request.Payload = fmt.Sprintf(`{"n":%d}`, i)
				reply, err := executor.Generate(t.Context(), request)
				if err != nil || reply.Text != request.Payload {
					t.Errorf("call %d got %q, %v", i, reply.Text, err)
				}
			})
		}
		wg.Wait()
		noFaults(t, server, calls)
	})
}

// TestCancellationStorm: calls that are cancelled at any moment leave nothing running.
func TestCancellationStorm(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := provider.StartAlways(dialect, func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(5 * time.Millisecond):
				provider.SlowBody(w, r)
			case <-r.Context().Done():
			}
		})
		defer server.Close()
		executor := open(t, dialect, settings{BaseURL: server.BaseURL()})
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Duration(i)*100*time.Microsecond, cancel)
				if _, err := executor.Generate(ctx, core(true)); !errors.Is(err, intent.ModelAborted) {
					t.Errorf("got %v", err)
				}
			})
		}
		wg.Wait()
		executor.CloseIdleConnections()
	})
}
