package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

func TestDecodeRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		text, pointer, reason string
		kind                  strictjson.ErrorKind
	}{
		"nothing":             {"", "", "no value", strictjson.Empty},
		"white space only":    {" \n", "", "no value", strictjson.Empty},
		"byte order mark":     {"\ufeff{}", "", "not valid JSON at line 1, byte 1", strictjson.Syntax},
		"comment":             {"{/*x*/}", "", "not valid JSON", strictjson.Syntax},
		"trailing comma":      {`{"a":1,}`, "", "not valid JSON", strictjson.Syntax},
		"second value":        {`{} {}`, "", "follows", strictjson.Trailing},
		"fence":               {"```json\n{}\n```", "", "not valid JSON", strictjson.Syntax},
		"truncated":           {`{"a":`, "/a", "too early", strictjson.Truncated},
		"bad utf-8":           {"{\"a\":\"\xff\"}", "/a", "not valid JSON", strictjson.Syntax},
		"lone surrogate":      {`{"a":"\ud800"}`, "/a", "not valid JSON", strictjson.Syntax},
		"repeated name":       {`{"a":1,"\u0061":2}`, "/a", "twice", strictjson.Duplicate},
		"big integer":         {`{"a":[9007199254740993]}`, "/a/0", "beyond", strictjson.Number},
		"integer by exponent": {`1e20`, "", "beyond", strictjson.Number},
		"overflow":            {`1e400`, "", "finite", strictjson.Number},
		"underflow":           {`1e-400`, "", "loses digits", strictjson.Number},
		"huge exponent":       {`1e999999999999999999999`, "", "finite", strictjson.Number},
		"tiny exponent":       {`1e-999999999999999999999`, "", "loses digits", strictjson.Number},
		"too many digits":     {`0.12345678901234567890`, "", "loses digits", strictjson.Number},
		"raw line break":      {"\"a\nb\"", "", "not valid JSON", strictjson.Syntax},
		"NaN":                 {`NaN`, "", "not valid JSON", strictjson.Syntax},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := strictjson.Decode([]byte(tc.text), strictjson.Options{})
			var fault *strictjson.Error
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if fault.Kind != tc.kind || fault.Most != 0 || fault.Pointer != tc.pointer || !strings.Contains(fault.Reason, tc.reason) {
				t.Errorf("got %+v", fault)
			}
		})
	}
}

func TestErrorsDoNotQuoteTheDocument(t *testing.T) {
	for _, text := range []string{`{"a": secret}`, `"secret`, `{"a":"secret\q"}`, `["secret" "x"]`, `secret`} {
		_, err := strictjson.Decode([]byte(text), strictjson.Options{})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDecodeKeepsNumbersAndOrder(t *testing.T) {
	text := `{"z":1.0,"a":1e0,"":-0,"__proto__":[0.1,9007199254740991,1E-7,0.30000000000000004],"e":{},"t":"<&>\u2028😀"}`
	v, err := strictjson.Decode([]byte(" "+text+"\n"), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, `\u2028`, "\u2028", 1); v.JSON() != want {
		t.Errorf("got  %s\nwant %s", v.JSON(), want)
	}
}

func TestLimits(t *testing.T) {
	options := strictjson.Options{MaxBytes: 20, MaxDepth: 2, MaxNodes: 4}
	ok := strictjson.ErrorKind(0)
	for text, want := range map[string]struct {
		kind   strictjson.ErrorKind
		most   int
		reason string
	}{
		`[[1],2]`:                 {ok, 0, ""},
		`[[[1]]]`:                 {strictjson.TooDeep, 2, "more than 2 levels of nesting"},
		`[1,2,3]`:                 {ok, 0, ""},
		`[1,2,3,4]`:               {strictjson.TooMany, 4, "more than 4 values"},
		`[1,2,3,4,x`:              {strictjson.TooMany, 4, "more than 4 values"},
		`[1,x,3,4,5]`:             {strictjson.Syntax, 0, "not valid JSON at line 1, byte 4"},
		strings.Repeat(" ", 21):   {strictjson.TooLarge, 20, "21 bytes, at most 20 are allowed"},
		`{"a":{"b":{"c":1e400}}}`: {strictjson.TooLarge, 20, "23 bytes, at most 20 are allowed"},
	} {
		fault := faultOf(strictjson.Decode([]byte(text), options))
		if fault.Kind != want.kind || fault.Most != want.most || fault.Reason != want.reason {
			t.Errorf("%s: %+v", text, fault)
		}
		if fault.Kind.Limit() != (want.most != 0) {
			t.Errorf("%s: Limit() is %v", text, fault.Kind.Limit())
		}
	}
}

// faultOf returns what a reading failed with, the zero Error if it did not.
func faultOf(_ strictjson.Value, err error) strictjson.Error {
	var fault *strictjson.Error
	if !errors.As(err, &fault) {
		return strictjson.Error{}
	}
	return *fault
}

func TestDeepestNesting(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, err := strictjson.Decode(deep(strictjson.MaxNesting), strictjson.Options{}); err != nil {
		t.Error(err)
	}
	fault := faultOf(strictjson.Decode(deep(strictjson.MaxNesting+1), strictjson.Options{MaxDepth: 1 << 40}))
	if fault.Kind != strictjson.TooDeep || fault.Most != strictjson.MaxNesting {
		t.Errorf("got %.200v", fault)
	}
}

func TestDecimal(t *testing.T) {
	values := []string{"-10", "-1.5", "-1e-7", "0", "1e-7", "0.1", "0.12", "1", "1.5", "2", "10", "9007199254740991"}
	for i, a := range values {
		for j, b := range values {
			x, y := decimal(t, a), decimal(t, b)
			if got := x.Cmp(y); got != sign(i-j) {
				t.Errorf("%s cmp %s = %d", a, b, got)
			}
		}
	}
	for _, pair := range [][2]string{{"1.0", "1"}, {"100", "1e2"}, {"-0", "0"}, {"0.10", "1e-1"}} {
		if decimal(t, pair[0]) != decimal(t, pair[1]) {
			t.Errorf("%v differ", pair)
		}
	}
}

func TestInteger(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", "-5.0": "-5", "5e2": "500", "5.5": "", "1e400": "", "9007199254740993": "", `"5"`: "", "null": "",
	} {
		v, err := strictjson.Decode([]byte(text), strictjson.Options{AnyNumber: true})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if n, ok := v.Integer(); ok {
			got = strconv.FormatInt(n, 10)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestMultipleOf(t *testing.T) {
	for _, tc := range []struct {
		value, unit string
		want        bool
	}{
		{"19.99", "0.01", true}, {"19.995", "0.01", false}, {"0", "7", true}, {"7", "0.1", true},
		{"1e-300", "1e-300", true}, {"3e-300", "2e-300", false}, {"1", "1e-300", true}, {"1e-300", "1", false},
		{"9007199254740991", "1e-20", true}, {"9007199254740991", "3e-20", false}, {"10", "4", false}, {"-12", "4", true}, {"0.75", "0.5", false},
	} {
		if got := decimal(t, tc.value).MultipleOf(decimal(t, tc.unit)); got != tc.want {
			t.Errorf("%s multiple of %s: %v", tc.value, tc.unit, got)
		}
	}
}

func TestPointers(t *testing.T) {
	v, err := strictjson.Decode([]byte(`{"a/b":{"m~n":[10,{"":1}]}}`), strictjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"": v.JSON(), "/a~1b/m~0n/0": "10", "/a~1b/m~0n/1/": "1", "/a~1b/m~0n/01": "", "/a~1b/m~0n/-": "",
		"/a~1b/m~0n/2": "", "/a": "", "a": "", "/a~2b": "", "/a~": "",
	} {
		got := ""
		if tokens, err := strictjson.SplitPointer(pointer); err == nil {
			if found, ok := v.Resolve(tokens); ok {
				got = found.JSON()
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", pointer, got, want)
		}
	}
}

func TestNamesAreCut(t *testing.T) {
	long := strings.Repeat("é", 100)
	if cut := strictjson.CutName(long); len(cut) > strictjson.MaxNameBytes || !strings.HasSuffix(cut, "é…") {
		t.Errorf("got %q", cut)
	}
	pointer := strictjson.CutPointer("/a/" + long + "/b")
	if !strings.HasPrefix(pointer, "/a/é") || !strings.HasSuffix(pointer, "…/b") {
		t.Errorf("got %q", pointer)
	}
}

func TestLookupInWideObject(t *testing.T) {
	var members []strictjson.Member
	for i := range 40 {
		members = append(members, strictjson.Field(strings.Repeat("n", i), strictjson.Int(int64(i))))
	}
	v := strictjson.Object(members...)
	if got, ok := v.Lookup("nnn"); !ok || got.Text() != "3" {
		t.Errorf("got %v %v", got, ok)
	}
	if at, ok := v.Position("nnn"); !ok || v.Member(at).Name != "nnn" {
		t.Errorf("got %v %v", at, ok)
	}
	if v.Has("x") {
		t.Error("found what is not there")
	}
}

// FuzzDecode: whatever is accepted, encoding/json accepts too and reads as the same value; whatever
// is written reads back to the same text.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5,"x",null,true]}`, `1e400`, `{"a":1,"a":2}`, "\"\xff\"", `"\ud83d\ude00"`, `[[[[]]]]`, `-0`, `{"":{}} `, "\ufeff1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := strictjson.Decode(data, strictjson.Options{MaxDepth: 64, MaxNodes: 4096})
		if err != nil {
			return
		}
		var ours, theirs any
		if err := json.Unmarshal(data, &theirs); err != nil {
			t.Fatalf("encoding/json refuses it: %v", err)
		}
		written := v.AppendJSON(nil)
		if err := json.Unmarshal(written, &ours); err != nil {
			t.Fatalf("what was written is not JSON: %v", err)
		}
		a, _ := json.Marshal(ours)
		b, _ := json.Marshal(theirs)
		if !bytes.Equal(a, b) {
			t.Fatalf("read %s, encoding/json reads %s", a, b)
		}
		again, err := strictjson.Decode(written, strictjson.Options{})
		if err != nil || again.JSON() != string(written) {
			t.Fatalf("second reading differs: %v", err)
		}
	})
}

// FuzzPointer: a pointer that splits is rebuilt by AppendName.
func FuzzPointer(f *testing.F) {
	for _, seed := range []string{"", "/", "/a~1b", "/~0", "/~2", "a", "/a//b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens, err := strictjson.SplitPointer(text)
		if err != nil {
			return
		}
		rebuilt, bytes := "", []byte("kept")
		for _, token := range tokens {
			rebuilt = strictjson.AppendName(rebuilt, token)
			bytes = strictjson.AppendName(bytes, token)
		}
		if rebuilt != text || string(bytes) != "kept"+text {
			t.Fatalf("%q became %q and %q", text, rebuilt, bytes)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	text := []byte(`{"orders":[` + strings.Repeat(`{"id":"000771","city":"Lisbon","total":19.99,"tags":["a","b"]},`, 40) + `{}]}`)
	b.Run("strictjson", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := strictjson.Decode(text, strictjson.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(text, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func decimal(t *testing.T, text string) strictjson.Decimal {
	t.Helper()
	d, err := strictjson.ParseDecimal(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

func sign(n int) int { return max(-1, min(1, n)) }
