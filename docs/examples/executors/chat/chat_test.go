package chat_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/devcodex/intent-runtime/docs/examples/executors/chat"
	"github.com/devcodex/intent-runtime/ports/executorkit"
	"github.com/devcodex/intent-runtime/ports/executortest"
)

const key = "sk-chat-5ecret"

func TestExecutor(t *testing.T) {
	executortest.Run(t, func(t testing.TB, b executortest.Behaviour) executortest.Subject {
		double := executortest.Start(t, b, answer)
		return double.Subject(chat.New(double.URL, "m", executorkit.NewKey(key), b.Timeout))
	}, executortest.Features{Secret: key, Config: executorkit.NewKey(key)})
}

// answer writes a chat completion; what the network does is the double's.
func answer(w http.ResponseWriter, body []byte, b executortest.Behaviour) {
	text, finish, refusal := b.Text, "stop", ""
	switch b.Kind {
	case executortest.Echoes:
		var sent struct{ Messages []struct{ Content string } }
		_ = json.Unmarshal(body, &sent)
		text = sent.Messages[1].Content
	case executortest.Refuses:
		refusal = "no"
	case executortest.Stops:
		finish = "length"
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{
			"finish_reason": finish, "message": map[string]string{"content": text, "refusal": refusal},
		}},
		"usage": map[string]int64{"prompt_tokens": b.Usage.InputTokens, "completion_tokens": b.Usage.OutputTokens},
	})
}
