package configfile

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var known = Known{
	Providers: []Provider{
		{Name: "big", Model: true}, {Name: "small"}, {Name: "played", Refusal: "belongs on the command line"},
	},
	Validators: []string{"one", "two"},
}

func parse(text string) (*File, error) { return Parse("dir/c.json", []byte(text), known) }

func TestInstanceIsTakenApart(t *testing.T) {
	file, err := parse(`{"bridge":{"x":null},"instances":{
		"b":{"limits":{"maxInputBytes":1e400},"schemaFile":"s.json","language":"","validator":"two",
			"executor":{"provider":"big","model":"m","apiKeyEnv":"K","maxOutputTokens":9,"nativeJsonSchema":false,
				"baseURL":"http://h"},"odd":[1]},
		"a":null}}`)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(file.Names(), []string{"b", "a"}) || file.Bridge.JSON() != `{"x":null}` {
		t.Errorf("%v, %v", file.Names(), file.Bridge)
	}
	b, _ := file.Lookup("b")
	if b.Settings.JSON() != `{"limits":{"maxInputBytes":1e400},"language":"","odd":[1]}` {
		t.Errorf("settings %s", b.Settings.JSON())
	}
	if b.SchemaFile != filepath.Join("dir", "s.json") || b.Validator != "two" {
		t.Errorf("%+v", b)
	}
	e := b.Executor
	if e.Provider != "big" || e.Model != "m" || e.APIKeyEnv != "K" || e.MaxOutputTokens != 9 ||
		*e.NativeJSONSchema || e.BaseURL != "http://h" {
		t.Errorf("%+v", e)
	}
	if a, _ := file.Lookup("a"); a.Settings.JSON() != "null" || a.Executor != nil {
		t.Errorf("%+v", a)
	}
	if _, ok := file.Lookup("c"); ok {
		t.Error("an instance that is not there")
	}
}

func TestFaults(t *testing.T) {
	executor := func(block string) string { return `{"instances":{"a":{"executor":` + block + `}}}` }
	tests := []struct {
		text string
		says []string // one for each fault, in order
	}{
		{`[]`, []string{"c.json: is not an object"}},
		{`{`, []string{"ends too early"}},
		{`{} {}`, []string{"follows the first value"}},
		{`{}`, []string{"/instances is missing"}},
		{`{"instances":null}`, []string{"/instances is not an object"}},
		{`{"instances":{}}`, []string{"/instances names no instance"}},
		{`{"instances":{"a":{}},"extra":1}`, []string{"/extra is not a key here"}},
		{`{"instances":{"a":{},"a":{}}}`, []string{"/instances/a cannot be read: name is there twice"}},
		{`{"instances":{"a":{"limits":{"x":1,"x":2}}}}`, []string{"/instances/a/limits/x"}},
		{`{"instances":{"a":{"schema":{},"schemaFile":"s"}}}`, []string{"/instances/a/schemaFile stands beside"}},
		{`{"instances":{"a":{"schemaFile":""}}}`, []string{"/instances/a/schemaFile is blank"}},
		{`{"instances":{"a":{"schemaFile":null}}}`, []string{"/instances/a/schemaFile is not a string"}},
		{`{"instances":{"a":{"validator":""}}}`, []string{"known are one, two"}},
		{`{"instances":{"a":{"validator":null}}}`, []string{"/instances/a/validator"}},
		{executor(`null`), []string{"/instances/a/executor is not an object"}},
		{executor(`{}`), []string{"/instances/a/executor/provider is missing: known are big, small"}},
		{executor(`{"provider":"huge"}`), []string{"known are big, small"}},
		{executor(`{"provider":0}`), []string{"/provider is not known"}},
		{executor(`{"provider":"played"}`), []string{"belongs on the command line"}},
		{executor(`{"provider":"small","model":"m"}`), []string{"/model is not a key here"}},
		{executor(`{"provider":"big"}`), []string{"/model is missing"}},
		{executor(`{"provider":"big","model":""}`), []string{"/model is blank"}},
		{executor(`{"provider":"big","model":"m","apiKeyEnv":""}`), []string{"/apiKeyEnv is not the name"}},
		{executor(`{"provider":"big","model":"m","apiKeyEnv":"A B"}`), []string{"/apiKeyEnv is not the name"}},
		{executor(`{"provider":"big","model":"m","apiKey":"k"}`), []string{"/apiKey is not a key here: put the API key"}},
		{executor(`{"provider":"big","model":"m","maxOutputTokens":0}`), []string{"/maxOutputTokens is not an integer"}},
		{executor(`{"provider":"big","model":"m","maxOutputTokens":1.5}`), []string{"/maxOutputTokens"}},
		{executor(`{"provider":"big","model":"m","maxOutputTokens":1e400}`), []string{"/maxOutputTokens"}},
		{executor(`{"provider":"big","model":"m","nativeJsonSchema":"no"}`), []string{"/nativeJsonSchema"}},
		{executor(`{"provider":"big","model":"m","baseURL":null}`), []string{"/baseURL is not a string"}},
		{executor(`{"provider":"big","temperature":1}`), []string{"/model is missing", "/temperature is not a key here"}},
		{`{"x":1,"instances":{"a":{"validator":1},"b":{"schemaFile":2}}}`,
			[]string{"/x", "/instances/a/validator", "/instances/b/schemaFile"}},
	}
	for _, tt := range tests {
		_, err := parse(tt.text)
		faults := FaultsOf(err)
		if len(faults) != len(tt.says) {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		for i, says := range tt.says {
			if !strings.Contains(faults[i].Error(), says) || faults[i].File != "dir/c.json" {
				t.Errorf("%s: %v; want %q", tt.text, faults[i], says)
			}
		}
	}
}

func TestExecutorsIgnored(t *testing.T) {
	ignoring := known
	ignoring.IgnoreExecutors = true
	file, err := Parse("c.json", []byte(`{"instances":{"a":{"executor":"x"}}}`), ignoring)
	if err != nil || file.Instances[0].Executor != nil || file.Instances[0].Settings.JSON() != "{}" {
		t.Errorf("%+v, %v", file, err)
	}
}

// The name decides, then the first character.
func TestKindOfFile(t *testing.T) {
	const yaml, json = "instances: {a: {}}", `{"instances": {"a": {}}}`
	for _, tt := range []struct {
		name, text string
		good       bool
	}{
		{"c.json", json, true}, {"c.json", yaml, false}, {"C.JSON", json, true},
		{"c.yaml", yaml, true}, {"c.yml", json, true}, {"c", yaml, true}, {"c", "\n " + json, true},
		{"c", json + ",", false}, {"c.conf", yaml, true},
	} {
		if _, err := Parse(tt.name, []byte(tt.text), known); (err == nil) != tt.good {
			t.Errorf("%s %q: %v", tt.name, tt.text, err)
		}
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadFile(context.Background(), name, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	for _, most := range []int64{4, 0} {
		if _, err := ReadFile(context.Background(), name, most); err == nil {
			t.Errorf("%d bytes were enough", most)
		}
	}
	if _, err := Read(context.Background(), filepath.Join(name, "x"), known); FaultsOf(err) == nil {
		t.Errorf("%v", err)
	}
}

// Whatever is in a file: it is read, or every fault names it.
func FuzzParse(f *testing.F) {
	f.Add("c.json", []byte(`{"instances":{"a":{"executor":{"provider":"big","model":"m"}}}}`))
	f.Add("c.yaml", []byte("instances:\n  a: {schemaFile: s, validator: one}\nbridge: {}\n"))
	f.Add("c", []byte(`{"instances":{"\u0000":{"schema":{},"schemaFile":1}}}`))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		file, err := Parse(name, text, known)
		if err == nil {
			if len(file.Instances) == 0 {
				t.Error("a file without an instance was accepted")
			}
			return
		}
		faults := FaultsOf(err)
		if len(faults) == 0 {
			t.Fatalf("%T %v", err, err)
		}
		for _, fault := range faults {
			if fault.File != name || fault.Reason == "" {
				t.Errorf("%+v", fault)
			}
		}
	})
}
