package strictjson

import (
	"errors"
	"reflect"
	"testing"
)

// FuzzBuild: whatever the builder accepts, the reader reads as the same value; what the reader accepts, the
// scanner does.
func FuzzBuild(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-2.5e3,"x\u00e9\n\\\"",true,false,null],"":{}, "b" : [ ] }`, ` [ ] `, `"\ud83d\ude00"`, `1e400`,
		`9007199254740993`, `[[[[]]]]`, `{"a":{"b":{}}}`, `"\\"`, `["\\\"",""]`, `{"a":1,"a":2}`, `"\ud800"`, `{}x`, `-0`,
		"\"\xff\"", `[1,2,3,4,5,6,7,8,9,10,11,12,13]`, `{"x":"\\","y":"\\\\"}`,
	} {
		f.Add(text, uint8(0), uint8(0))
		f.Add(text, uint8(3), uint8(5))
	}
	f.Fuzz(func(t *testing.T, text string, depth, nodes uint8) {
		for _, any := range []bool{false, true} {
			options := Options{MaxDepth: int(depth), MaxNodes: int(nodes), AnyNumber: any}
			want, slow := decodeSlowly([]byte(text), options)
			var got Value
			ok := valid([]byte(text))
			if ok {
				s := builder{text: text, options: options}
				got, ok = s.build()
			}
			if ok != (slow == nil) {
				t.Fatalf("%q: built %v, read %v", text, ok, slow)
			}
			if ok && (!reflect.DeepEqual(got, want) || got.JSON() != want.JSON()) {
				t.Fatalf("%q: built %s, read %s", text, got.JSON(), want.JSON())
			}
			var fault *Error
			if _, err := DecodeText(text, options); (err == nil) != ok || err != nil && !errors.As(err, &fault) {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
