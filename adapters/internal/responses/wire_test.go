package responses_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/adapters/executor/openai"
	"github.com/devcodex/intent-runtime/adapters/executor/xai"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/prompt"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// input is the material; it must show in no error.
const input = "Cancel the subscription of Zephyrine Quux"

type executor interface {
	ports.Executor
	CloseIdleConnections()
}

// settings are the options that tests change.
type settings struct {
	baseURL  string
	client   *http.Client
	noNative bool
	tokens   int
}

func open(t testing.TB, dialect provider.Dialect, s settings) executor {
	t.Helper()
	made, err := openE(dialect, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.CloseIdleConnections)
	return made
}

func openE(dialect provider.Dialect, s settings) (executor, error) {
	if dialect == provider.XAI {
		return xai.New(xai.Options{APIKey: executorkit.NewKey(provider.Key), Model: provider.Model, BaseURL: s.baseURL,
			HTTPClient: s.client, NoNativeJSONSchema: s.noNative, MaxOutputTokens: s.tokens})
	}
	return openai.New(openai.Options{APIKey: executorkit.NewKey(provider.Key), Model: provider.Model, BaseURL: s.baseURL,
		HTTPClient: s.client, NoNativeJSONSchema: s.noNative, MaxOutputTokens: s.tokens})
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
			provider.Output("completed", provider.Reasoning(), provider.Message(`{"a":`, "", `"<é>"}`)),
			provider.Complete("{}"))
		executor := open(t, dialect, settings{baseURL: server.BaseURL()})
		if id := executor.ID(); id != string(dialect)+":"+provider.Model {
			t.Errorf("id %q", id)
		}
		reply, err := executor.Generate(t.Context(), core(true))
		want := intent.ModelReply{Outcome: intent.OutcomeComplete, Text: `{"a":"<é>"}`, Usage: intent.Usage{
			InputTokens: 1200, OutputTokens: 345, CachedTokens: 1024,
			Model: provider.Model + "-2026-01-01", RequestID: provider.RequestID,
		}}
		if err != nil || reply != want {
			t.Errorf("got %+v, %v", reply, err)
		}
		if _, err := executor.Generate(t.Context(), data()); err != nil {
			t.Error(err)
		}
		noFaults(t, server, 2)
	})
}

// TestLayout compares whole bodies: the mapping is exact.
func TestLayout(t *testing.T) {
	schema := `{"type":"object","properties":{"z":{"type":"string"},"a":{"enum":["y","b"],"type":"string"}},` +
		`"required":["z","a"],"additionalProperties":false}`
	native := intent.ModelRequest{Stage: intent.StageCore, Instructions: "Do <this> & that", Payload: `{"q":"é"}`,
		Format: intent.Format{Kind: intent.FormatJSONSchema, Name: "intent_core", Schema: schema}}
	object := native
	object.Format = intent.Format{Kind: intent.FormatJSONObject}
	user := `{"content":"{\"q\":\"é\"}","role":"user","type":"message"}`
	strict := `{"name":"intent_core","schema":` + schema + `,"strict":true,"type":"json_schema"}`
	tests := []struct {
		dialect provider.Dialect
		request intent.ModelRequest
		want    string
	}{
		{provider.OpenAI, native, `"instructions":"Do <this> & that","input":[` + user + `],"text":{"format":` + strict + `}`},
		{provider.OpenAI, object,
			`"instructions":"Do <this> & that","input":[` + user + `],"text":{"format":{"type":"json_object"}}`},
		{provider.XAI, native, `"input":[{"content":"Do <this> & that","role":"system","type":"message"},` + user +
			`],"text":{"format":` + strict + `}`},
		{provider.XAI, object, `"input":[{"content":"Do <this> & that","role":"system","type":"message"},` + user +
			`],"text":{"format":{"type":"text"}}`},
	}
	for _, tt := range tests {
		t.Run(string(tt.dialect)+" "+string(tt.request.Format.Kind), func(t *testing.T) {
			server := start(t, tt.dialect, provider.Complete("{}"))
			executor := open(t, tt.dialect, settings{baseURL: server.BaseURL(), tokens: 99})
			if _, err := executor.Generate(t.Context(), tt.request); err != nil {
				t.Fatal(err)
			}
			body := server.Calls()[0].Body
			want := `{"model":"double-1","max_output_tokens":99,"store":false,"tools":[],` + tt.want + `}`
			if canonical(t, body) != canonical(t, want) {
				t.Errorf("sent %s\nwant %s", body, want)
			}
			if tt.request.Format.Kind == intent.FormatJSONSchema && strings.Index(body, `"z":`) > strings.Index(body, `"a":`) {
				t.Errorf("the schema's properties are out of order in %s", body)
			}
		})
	}
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	out, _ := json.Marshal(value)
	return string(out)
}

func TestSchemaThatIsNone(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect)
		request := core(true)
		request.Format.Schema = "[]"
		_, err := open(t, dialect, settings{baseURL: server.BaseURL()}).Generate(t.Context(), request)
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
		noFaults(t, server, 0)
	})
}

func TestNoNativeSchema(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect)
		if !open(t, dialect, settings{baseURL: server.BaseURL()}).Capabilities().NativeJSONSchema {
			t.Error("no native schema by default")
		}
		executor := open(t, dialect, settings{baseURL: server.BaseURL(), noNative: true})
		capabilities := executor.Capabilities()
		if capabilities.NativeJSONSchema || capabilities.NativeJSONObject != (dialect == provider.OpenAI) ||
			!capabilities.IsolatedTurn || !capabilities.SupportsAbort {
			t.Errorf("capabilities %+v", capabilities)
		}
	})
}

// TestRows plays everything that may come back but success.
func TestRows(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		var visits atomic.Int32
		elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
		defer elsewhere.Close()
		for _, row := range provider.Rows(elsewhere.URL) {
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
	executor := open(t, dialect, settings{baseURL: server.BaseURL()})
	ctx := t.Context()
	if row.Slow {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
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
	if strings.HasPrefix(row.Name, "status") && reply.Usage.RequestID != provider.RequestID {
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

func TestDetails(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		cut := provider.With(provider.Body("incomplete"), "incomplete_details", provider.Tree{"reason": "max_output_tokens"})
		server := start(t, dialect, provider.Respond(cut),
			provider.Output("completed", provider.MessageOf(provider.RefusalPart())))
		executor := open(t, dialect, settings{baseURL: server.BaseURL()})
		for _, want := range []string{"max_output_tokens", "I will not."} {
			if reply, err := executor.Generate(t.Context(), core(true)); err != nil || reply.Detail != want {
				t.Errorf("got %+v, %v; want detail %q", reply, err, want)
			}
		}
	})
}

func TestTLSFailure(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := provider.StartTLS(dialect)
		defer server.Close()
		_, err := open(t, dialect, settings{baseURL: server.BaseURL()}).Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
		noFaults(t, server, 0)

		server.Config.Handler = start(t, dialect, provider.Complete("{}"))
		trusting := open(t, dialect, settings{baseURL: server.BaseURL(), client: server.Client()})
		if _, err := trusting.Generate(t.Context(), core(true)); err != nil {
			t.Errorf("over trusted TLS: %v", err)
		}
	})
}

func TestNobodyListens(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := provider.Start(dialect)
		server.Close()
		_, err := open(t, dialect, settings{baseURL: server.BaseURL()}).Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelRequestFailed})
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
			_, err := open(t, dialect, settings{baseURL: server.BaseURL(), client: client}).Generate(t.Context(), core(true))
			t.Log(name)
			judgeError(t, err, provider.Row{Code: intent.ModelTimeout})
			noFaults(t, server, 1)
		}
		server := start(t, dialect, provider.SlowBody)
		executor := open(t, dialect, settings{baseURL: server.BaseURL(), client: clients["whole call"]})
		_, err := executor.Generate(t.Context(), core(true))
		judgeError(t, err, provider.Row{Code: intent.ModelTimeout})
	})
}

func TestCancellation(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		for _, answer := range []provider.Answer{provider.Hang, provider.SlowBody} {
			server := start(t, dialect, answer)
			executor := open(t, dialect, settings{baseURL: server.BaseURL()})
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

// TestEnvironmentIsNotRead sets every variable of the SDK, each to something that would show.
func TestEnvironmentIsNotRead(t *testing.T) {
	trap := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("a request went to OPENAI_BASE_URL")
	}))
	defer trap.Close()
	for name, value := range map[string]string{
		"OPENAI_API_KEY": "sk-environment", "OPENAI_BASE_URL": trap.URL, "OPENAI_ORG_ID": "org-environment",
		"OPENAI_PROJECT_ID": "proj-environment", "OPENAI_ADMIN_KEY": "sk-admin-environment",
		"OPENAI_WEBHOOK_SECRET": "whsec-environment", "OPENAI_CUSTOM_HEADERS": "X-Environment: environment",
		"XAI_API_KEY": "xai-environment", "XAI_BASE_URL": trap.URL,
	} {
		t.Setenv(name, value)
	}
	each(t, func(t *testing.T, dialect provider.Dialect) {
		server := start(t, dialect, provider.Complete("{}"))
		executor := open(t, dialect, settings{baseURL: server.BaseURL()})
		if _, err := executor.Generate(t.Context(), core(true)); err != nil {
			t.Fatal(err)
		}
		noFaults(t, server, 1) // the double names every header beyond the few that it takes
		call := server.Calls()[0]
		if sent := fmt.Sprint(call.Header, call.Body); strings.Contains(sent, "environment") {
			t.Errorf("the environment was sent: %s", sent)
		}
		// Without a key the environment's must not step in.
		if _, err := openai.New(openai.Options{Model: provider.Model}); !errors.Is(err, intent.ConfigInvalid) {
			t.Errorf("without a key: %v", err)
		}
	})
}

// TestGivenClientStaysItsOwners: it is copied, never changed, and its redirects are refused too.
func TestGivenClientStaysItsOwners(t *testing.T) {
	each(t, func(t *testing.T, dialect provider.Dialect) {
		client := &http.Client{}
		server := start(t, dialect, provider.Redirect(307, "/v1/responses"))
		_, err := open(t, dialect, settings{baseURL: server.BaseURL(), client: client}).Generate(t.Context(), core(true))
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
		server := provider.StartAlways(dialect, provider.Echo)
		defer server.Close()
		executor := open(t, dialect, settings{baseURL: server.BaseURL()})
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
		executor := open(t, dialect, settings{baseURL: server.BaseURL()})
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
