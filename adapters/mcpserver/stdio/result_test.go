package stdio

import (
	"encoding/json"
	"testing"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// FuzzAppendQuoted holds the escaping of results to the general one, on any JSON.
func FuzzAppendQuoted(f *testing.F) {
	for _, seed := range []string{"", `a"b\c`, "é\n\u2028", `\"\"`, "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value := strictjson.Object(strictjson.Field(text, strictjson.String(text))).JSON()
		got := `"` + string(appendQuoted(nil, value)) + `"`
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != value {
			t.Fatalf("%q becomes %q (%v)", value, got, err)
		}
	})
}
