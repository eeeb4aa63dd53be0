package configfile

import (
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func TestYAMLIsTheCoreSchema(t *testing.T) {
	tests := []struct{ yaml, json string }{
		{"a: yes\nb: no\nc: on\nd: y", `{"a":"yes","b":"no","c":"on","d":"y"}`},
		{"a: true\nb: True\nc: FALSE\nd: tRUE", `{"a":true,"b":true,"c":false,"d":"tRUE"}`},
		{"a: null\nb: ~\nc:\nd: NULL\ne: ''", `{"a":null,"b":null,"c":null,"d":null,"e":""}`},
		{"a: 2020-01-01\nb: 12:30:45\nc: 1_000", `{"a":"2020-01-01","b":"12:30:45","c":"1_000"}`},
		{"a: 1e400\nb: -0\nc: 1.50\nd: 1E+2", `{"a":1e400,"b":-0,"c":1.50,"d":1E+2}`},
		{"a: '1'\nb: \"0x10\"\nc: |\n  .inf", `{"a":"1","b":"0x10","c":".inf"}`},
		{"'<<': 1\n'1': 2\n\"\": 3\nnull0: 4", `{"<<":1,"1":2,"":3,"null0":4}`},
		{"z: 1\na: [x, {b: []}]\nm: {}", `{"z":1,"a":["x",{"b":[]}],"m":{}}`},
		{"a: >\n  folded\n  text\n", `{"a":"folded text\n"}`},
		{"{\"a\": \"\\u0041\", \"b\": \"\\x41\"}", `{"a":"A","b":"A"}`},
		{"# a comment\n---\na: 1\n...\n", `{"a":1}`},
		{"- 1\n- -1.5", `[1,-1.5]`},
	}
	for _, tt := range tests {
		got, err := fromYAML("f", []byte(tt.yaml))
		if err != nil || string(got) != tt.json {
			t.Errorf("%q gives %s, %v; want %s", tt.yaml, got, err, tt.json)
		}
	}
}

func TestYAMLThatJSONLacks(t *testing.T) {
	tests := []struct {
		yaml string
		line int
		says string
	}{
		{"a: 1\nb: &x 2", 2, "anchor"},
		{"a: &x 1\n\nb: *x", 3, "alias"},
		{"a: {b: 1}\n<<: {c: 2}", 2, "merge key"},
		{"a: 1\nb: !!str 2", 2, "tag"},
		{"a: ! x", 1, "tag"},
		{"!!map\na: 1", 1, "tag"},
		{"a: 1\n!!str b: 2", 2, "tag"},
		{"&k a: 1", 1, "anchor"},
		{"a: .inf", 1, "number"},
		{"a: -.INF", 1, "number"},
		{"a: .nan", 1, "number"},
		{"a: 0x1F", 1, "number"},
		{"a: 0o17", 1, "number"},
		{"a: 017", 1, "number"},
		{"a: +1", 1, "number"},
		{"a: .5", 1, "number"},
		{"a: 1.", 1, "number"},
		{"a: 1\n1: 2", 2, "not a string"},
		{"a: 1\nnull: 2", 2, "not a string"},
		{"true: 2", 1, "not a string"},
		{"? [a]\n: 1", 1, "not a string"},
		{"a: 1\nb: 2\na: 3", 3, "twice"},
		{"a: 1\n'a': 3", 2, "twice"},
		{"a: 1\n---\nb: 2", 2, "second document"},
		{"", 0, "nothing in it"},
		{"# only a comment", 0, "nothing in it"},
		{"a: [1", 0, "cannot be read"},
		{"a: \"\\ud800\"", 0, "cannot be read"},
		{"a: \xff", 0, "cannot be read"},
		{"a: *nowhere", 0, "cannot be read"},
	}
	for _, tt := range tests {
		text, err := fromYAML("f.yaml", []byte(tt.yaml))
		faults := FaultsOf(err)
		if len(faults) == 0 {
			t.Errorf("%q gives %s", tt.yaml, text)
			continue
		}
		last := faults[len(faults)-1]
		if tt.line != 0 && last.Line != tt.line || !strings.Contains(last.Error(), tt.says) {
			t.Errorf("%q: %v; want line %d, %q", tt.yaml, err, tt.line, tt.says)
		}
	}
}

// Whatever is in a file: it becomes JSON that the strict reader accepts, or a fault that names the file.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"instances:\n  a: {language: en}\n", "a: &x 1\nb: *x", "<<: 1", "? [a]\n: 2", "a: |\n  x\n", "%YAML 1.2\n---\n",
		"\ufeffa: 1", "a: \"\\ud83d\"", "{a: 1, a: 2}", "- - - 1", "a: 1e999999999", "\x00", "a: 'it''s'",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		converted, err := fromYAML("f.yaml", text)
		if err != nil {
			if len(FaultsOf(err)) == 0 || !strings.HasPrefix(err.Error(), "f.yaml") {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		if _, err := strictjson.Decode(converted, strictjson.Options{AnyNumber: true}); err != nil {
			t.Fatalf("%q became %q: %v", text, converted, err)
		}
	})
}
