package intent_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/intent"
)

func TestReadConfig(t *testing.T) {
	config, err := intent.ReadConfig([]byte(`{"language":"EN-us","schema":{"b":1.0,"a":[{}]},"timeoutMs":2147483647,
		"repairAttempts":0,"limits":{"maxInputBytes":9007199254740991,"maxValidationMs":1e3,"maxIssueCount":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := intent.Config{
		Language: "EN-us", Schema: []byte(`{"b":1.0,"a":[{}]}`), Timeout: 2147483647 * time.Millisecond,
		Repair: intent.RepairNever,
		Limits: intent.Limits{MaxInputBytes: 9007199254740991, MaxValidationMs: 1000, MaxIssueCount: 1},
	}
	if !reflect.DeepEqual(config, want) {
		t.Errorf("got %+v", config)
	}
	if failed := config.Check(); failed != nil {
		t.Error(failed)
	}
	if got := config.WithDefaults(); got.Language != "en-US" || got.Limits.MaxContextBytes != 131072 {
		t.Errorf("got %+v", got)
	}
	if empty, err := intent.ReadConfig([]byte(`{"repairAttempts":1,"timeoutMs":0}`)); err != nil || empty.Repair != intent.RepairOnce {
		t.Error(empty, err)
	}
}

func TestReadConfigListsEveryFault(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		code intent.Code
		want []string
	}{
		"no object": {`[]`, intent.ConfigInvalid, []string{""}},
		"no JSON":   {`{`, intent.ConfigInvalid, []string{""}},
		"every key": {`{"language":"English","timeoutMs":-1,"repairAttempts":2,"limits":[],"executor":{}}`, intent.ConfigInvalid,
			[]string{"/language", "/timeoutMs", "/repairAttempts", "/limits", "/executor"}},
		"what stands is judged": {`{"language":"","timeoutMs":null,"repairAttempts":null,"limits":{"maxInputBytes":0}}`, intent.ConfigInvalid,
			[]string{"/language", "/timeoutMs", "/repairAttempts", "/limits/maxInputBytes"}},
		"types": {`{"language":7,"timeoutMs":"1","repairAttempts":true}`, intent.ConfigInvalid,
			[]string{"/language", "/timeoutMs", "/repairAttempts"}},
		"limits": {`{"limits":{"maxInputBytes":-1,"maxContextBytes":1.5,"maxValidationMs":2147483648,"maxIssueCount":9007199254740992,"maxFun":1,"maxSchemaDepth":null}}`, intent.ConfigInvalid,
			[]string{"/limits/maxInputBytes", "/limits/maxContextBytes", "/limits/maxValidationMs", "/limits/maxIssueCount", "/limits/maxFun", "/limits/maxSchemaDepth"}},
		"repeated key": {
			`{"language":"en","language":"de"}`,
			intent.ConfigInvalid,
			[]string{"/language"},
		},
		"repeated schema": {`{"schema":{},"schema":{}}`, intent.ConfigInvalid, []string{"/schema"}},
		"repeated name in schema": {
			`{"schema":{"properties":{"a":{},"a":{}}}}`,
			intent.SchemaUnsupported,
			[]string{"/properties/a"},
		},
		"a key that begins like": {
			`{"schemas":{"a":1,"a":2}}`,
			intent.ConfigInvalid,
			[]string{"/schemas/a"},
		},
		"bad UTF-8 in the schema": {
			"{\"schema\":{\"title\":\"\xff\"}}",
			intent.SchemaUnsupported,
			[]string{"/title"},
		},
		"bad UTF-8 outside of it":  {"{\"language\":\"\xff\"}", intent.ConfigInvalid, []string{"/language"}},
		"huge numbers are no time": {`{"timeoutMs":1e400}`, intent.ConfigInvalid, []string{"/timeoutMs"}},
	} {
		t.Run(name, func(t *testing.T) {
			config, err := intent.ReadConfig([]byte(tc.text))
			if got := paths(t, err); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if e := intent.AsError(err); e == nil || e.Code != tc.code || e.Stage != intent.StageConfig {
				t.Fatalf("got %v", err)
			}
			for _, issue := range intent.AsError(err).Issues {
				if issue.Code != tc.code || issue.Category != intent.CategoryConfig {
					t.Errorf("got %+v", issue)
				}
			}
			if !reflect.DeepEqual(config, intent.Config{}) {
				t.Error("a refused configuration comes back")
			}
		})
	}
}

func TestEveryLimitHasItsNameAndDefault(t *testing.T) {
	defaults := reflect.ValueOf(intent.Limits{}.WithDefaults())
	for i := range defaults.NumField() {
		if defaults.Field(i).Int() <= 0 {
			t.Errorf("%s has no default", defaults.Type().Field(i).Name)
		}
		field := defaults.Type().Field(i).Name
		wire := strings.ToLower(field[:1]) + field[1:]
		config, err := intent.ReadConfig([]byte(`{"limits":{"` + wire + `":7}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := reflect.ValueOf(config.Limits).Field(i).Int(); got != 7 {
			t.Errorf("%s sets %s to %d", wire, field, got)
		}
		negative := intent.Config{}
		reflect.ValueOf(&negative.Limits).Elem().Field(i).SetInt(-1)
		if got := paths(t, negative.Check()); !reflect.DeepEqual(got, []string{"/limits/" + wire}) {
			t.Errorf("%s: %q", wire, got)
		}
	}
	if defaults.NumField() != 17 {
		t.Errorf("%d limits", defaults.NumField())
	}
}

func TestCheckConfig(t *testing.T) {
	if failed := (intent.Config{}).Check(); failed != nil {
		t.Error(failed)
	}
	config := intent.Config{
		Language: "en_US",
		Timeout:  -1,
		Repair:   9,
		Limits:   intent.Limits{MaxValidationMs: 1 << 31},
	}
	failed := config.Check()
	want := []string{"/language", "/timeoutMs", "/repairAttempts", "/limits/maxValidationMs"}
	if got := paths(t, failed); !reflect.DeepEqual(got, want) || intent.CodeOf(failed) != intent.ConfigInvalid {
		t.Errorf("got %q", got)
	}
	if config.WithDefaults().Language != "en_US" {
		t.Error("a refused language is changed")
	}
	if got := paths(t, intent.Config{Timeout: 1<<31*time.Millisecond + 1}.Check()); len(got) != 1 {
		t.Errorf("got %q", got)
	}
	if intent.RepairOnce.Attempts() != 1 || intent.RepairNever.Attempts() != 0 {
		t.Error("attempts are wrong")
	}
}

func TestWithDefaultsCopies(t *testing.T) {
	config := intent.Config{Schema: []byte("{}")}
	own := config.WithDefaults()
	config.Schema[0] = 'x'
	if string(own.Schema) != "{}" || own.Language != intent.DefaultLanguage {
		t.Errorf("got %+v", own)
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add([]byte(`{"language":"en","schema":{"type":"object"},"timeoutMs":1,"repairAttempts":0,"limits":{"maxInputBytes":1}}`))
	f.Add([]byte(`{"limits":{"maxInputBytes":-1,"x":0}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		config, err := intent.ReadConfig(text)
		if err != nil {
			if e := intent.AsError(err); e == nil || len(e.Issues) == 0 || e.Stage != intent.StageConfig {
				t.Fatal(err)
			}
			return
		}
		if failed := config.Check(); failed != nil {
			t.Fatal(failed)
		}
	})
}
