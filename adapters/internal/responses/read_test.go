package responses

import (
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
)

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
