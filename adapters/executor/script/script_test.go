package script_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/devcodex/intent-runtime/adapters/executor/script"
	"github.com/devcodex/intent-runtime/domain/intent"
)

var errOwn = errors.New("own error")

func ask(executor *script.Executor) (intent.ModelReply, error) {
	return executor.Generate(context.Background(), intent.ModelRequest{Stage: intent.StageData})
}

func TestReplies(t *testing.T) {
	usage := intent.Usage{InputTokens: 3, RequestID: "r"}
	tests := []struct {
		name  string
		reply script.Reply
		want  intent.ModelReply
		err   error
	}{
		{"text", script.Text(" {} "), intent.ModelReply{Outcome: "complete", Text: " {} "}, nil},
		{"json", script.JSON(map[string]any{"b": "<&>", "a": 1}),
			intent.ModelReply{Outcome: "complete", Text: `{"a":1,"b":"<&>"}`}, nil},
		{"raw json is made compact", script.JSON(json.RawMessage(`{"b": 1.0, "a": []}`)),
			intent.ModelReply{Outcome: "complete", Text: `{"b":1.0,"a":[]}`}, nil},
		{"refusal", script.Refusal("why"), intent.ModelReply{Outcome: "refusal", Detail: "why"}, nil},
		{"incomplete", script.Incomplete("cut"), intent.ModelReply{Outcome: "incomplete", Detail: "cut"}, nil},
		{"usage", script.Text("x").WithUsage(usage),
			intent.ModelReply{Outcome: "complete", Text: "x", Usage: usage}, nil},
		{"own error", script.Fail(errOwn), intent.ModelReply{}, errOwn},
		{"own error never with usage", script.Fail(errOwn).WithUsage(usage), intent.ModelReply{}, errOwn},
		{"401", script.Status(401), intent.ModelReply{}, intent.ModelAuthFailed},
		{"403", script.Status(403), intent.ModelReply{}, intent.ModelAuthFailed},
		{"429", script.Status(429), intent.ModelReply{}, intent.ModelRateLimited},
		{"408", script.Status(408), intent.ModelReply{}, intent.ModelRequestFailed},
		{"500", script.Status(500), intent.ModelReply{}, intent.ModelRequestFailed},
		{"200", script.Status(200), intent.ModelReply{}, intent.ModelRequestFailed},
		{"zero", script.Reply{}, intent.ModelReply{Outcome: "complete"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ask(script.New(tt.reply))
			if !errors.Is(err, tt.err) || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v; want %+v, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestValueThatIsNoJSON(t *testing.T) {
	if _, err := ask(script.New(script.JSON(func() {}))); err == nil {
		t.Error("a function was written as JSON")
	}
}

func TestOrderAndEnd(t *testing.T) {
	executor := script.New(script.Text("1"), script.Text("2"))
	for _, want := range []string{"1", "2"} {
		if got, err := ask(executor); err != nil || got.Text != want {
			t.Errorf("got %q, %v; want %q", got.Text, err, want)
		}
	}
	_, err := ask(executor)
	if !errors.Is(err, intent.ModelRequestFailed) || intent.AsError(err).Stage != intent.StageData {
		t.Errorf("after the last reply: %v", err)
	}
	if n := len(executor.Requests()); n != 3 {
		t.Errorf("%d requests noted, want 3", n)
	}
	executor.Requests()[0].Payload = "changed"
	if executor.Requests()[0].Payload != "" {
		t.Error("Requests shares its memory")
	}
}

func TestConcurrentCallsTakeEachReplyOnce(t *testing.T) {
	const calls = 200
	replies := make([]script.Reply, calls)
	for i := range replies {
		replies[i] = script.Text(fmt.Sprint(i))
	}
	executor := script.New(replies...)
	seen := make(chan string, calls)
	var wg sync.WaitGroup
	for range calls {
		wg.Go(func() {
			reply, _ := ask(executor)
			seen <- reply.Text
		})
	}
	wg.Wait()
	close(seen)
	texts := map[string]bool{}
	for text := range seen {
		texts[text] = true
	}
	if len(texts) != calls {
		t.Errorf("%d different replies, want %d", len(texts), calls)
	}
}

func TestDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if _, err := ask(script.New(script.Text("x").After(time.Minute))); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %v", took)
		}
	})
}

func TestContextEndsTheDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := script.New(script.Text("x").After(time.Hour)).Generate(ctx, intent.ModelRequest{})
		if !errors.Is(err, intent.ModelTimeout) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("deadline: %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %v", took)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := script.New(script.Text("x")).Generate(ctx, intent.ModelRequest{})
	if !errors.Is(err, intent.ModelAborted) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestRead(t *testing.T) {
	executor, err := script.Read([]byte(`{"replies": [
		{"outcome":"complete","json":{"z": 9007199254740993, "a": 1.0, "s": "<é>"}},
		{"outcome":"complete","text":" raw\n"},
		{"outcome":"complete","json":null},
		{"outcome":"refusal"}, {"outcome":"incomplete"}, {"error":{"status":429}}, {"error":{"status":5e2},"delayMs":1}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`complete {"z":9007199254740993,"a":1.0,"s":"<é>"}`, "complete  raw\n", "complete null", "refusal ",
		"incomplete ", "MODEL_RATE_LIMITED", "MODEL_REQUEST_FAILED",
	}
	for i, want := range want {
		reply, err := ask(executor)
		got := string(reply.Outcome) + " " + reply.Text
		if err != nil {
			got = string(intent.CodeOf(err))
		}
		if got != want {
			t.Errorf("reply %d is %q, want %q", i, got, want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", ``, ": cannot be read: no value"},
		{"cut", `{"replies":[{"outcome":`, "cannot be read"},
		{"twice", `{"replies":[{"outcome":"refusal","outcome":"refusal"}]}`,
			"/replies/0/outcome: cannot be read: name is there twice"},
		{"root", `[]`, ": is not an object"},
		{"no replies", `{}`, "/replies: is not an array of replies"},
		{"replies null", `{"replies":null}`, "/replies: is not an array of replies"},
		{"unknown root key", `{"replies":[],"a/b":1}`, "/a~1b: is not a key here"},
		{"item", `{"replies":[7]}`, "/replies/0: is not an object"},
		{"unknown key", `{"replies":[{"outcome":"refusal","detail":""}]}`, "/replies/0/detail: is not a key here"},
		{"no outcome", `{"replies":[{}]}`, "/replies/0/outcome: is not complete, refusal or incomplete, and there is no error either"},
		{"outcome null", `{"replies":[{"outcome":null}]}`, "/replies/0/outcome: is not complete"},
		{"odd outcome", `{"replies":[{"outcome":"Complete","text":""}]}`, "/replies/0/text: belongs to"},
		{"neither", `{"replies":[{"outcome":"complete"}]}`, "/replies/0: needs one of json and text"},
		{"both", `{"replies":[{"outcome":"complete","json":1,"text":""}]}`, "/replies/0: needs one of json and text"},
		{"text type", `{"replies":[{"outcome":"complete","text":1}]}`, "/replies/0/text: is not a string"},
		{"refusal with text", `{"replies":[{"outcome":"refusal","text":""}]}`, "/replies/0/text: belongs to"},
		{"error with outcome", `{"replies":[{"outcome":"refusal","error":{"status":400}}]}`,
			"/replies/0/outcome: stands beside an error"},
		{"error type", `{"replies":[{"error":429}]}`, "/replies/0/error: is not an object"},
		{"error key", `{"replies":[{"error":{"status":429,"code":""}}]}`, "/replies/0/error/code: is not a key here"},
		{"no status", `{"replies":[{"error":{}}]}`, "/replies/0/error/status: is not an HTTP status"},
		{"status text", `{"replies":[{"error":{"status":"429"}}]}`, "/replies/0/error/status: is not an HTTP status"},
		{"status range", `{"replies":[{"error":{"status":600}}]}`, "/replies/0/error/status: is not an HTTP status"},
		{"delay", `{"replies":[{"outcome":"refusal","delayMs":-1}]}`, "/replies/0/delayMs: is not an integer"},
		{"delay fraction", `{"replies":[{"outcome":"refusal","delayMs":1.5}]}`, "/replies/0/delayMs: is not an integer"},
		{"delay null", `{"replies":[{"outcome":"refusal","delayMs":null}]}`, "/replies/0/delayMs: is not an integer"},
		{"delay too long", `{"replies":[{"outcome":"refusal","delayMs":2147483648}]}`, "/replies/0/delayMs: is not an integer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			executor, err := script.Read([]byte(tt.text))
			if executor != nil || !errors.Is(err, intent.ConfigInvalid) {
				t.Fatalf("got %v, %v", executor, err)
			}
			var all strings.Builder
			for _, issue := range intent.AsError(err).Issues {
				fmt.Fprintf(&all, "%s: %s\n", *issue.Path, issue.Message)
			}
			if !strings.Contains(all.String(), tt.want) {
				t.Errorf("faults\n%swant %s", all.String(), tt.want)
			}
		})
	}
}

func TestReadListsEveryFault(t *testing.T) {
	_, err := script.Read([]byte(`{"x":1,"replies":[{"outcome":"refusal","delayMs":"1"},{}]}`))
	if got := err.Error(); !strings.Contains(got, "/x is not a key here (and 2 more)") {
		t.Errorf("got %s", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{`{"replies":[]}`, `{"replies":[{"outcome":"complete","json":{"a":1e400}}]}`,
		`{"replies":[{"error":{"status":429},"delayMs":3}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		executor, err := script.Read(text)
		if (executor == nil) == (err == nil) {
			t.Fatalf("got %v and %v", executor, err)
		}
		if err != nil && len(intent.AsError(err).Issues) == 0 {
			t.Fatal("no fault told")
		}
	})
}
