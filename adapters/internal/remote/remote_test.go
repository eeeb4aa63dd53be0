package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

func TestOptionFaults(t *testing.T) {
	good := Options{APIKey: executorkit.NewKey("sk-1"), Model: "m"}
	tests := []struct {
		name   string
		change func(o *Options)
		want   string // paths of the faults
	}{
		{"good", func(*Options) {}, ""},
		{"no key", func(o *Options) { o.APIKey = executorkit.Key{} }, "/apiKey"},
		{"blank key", func(o *Options) { o.APIKey = executorkit.NewKey(" \u200b") }, "/apiKey"},
		{"key with a line end", func(o *Options) { o.APIKey = executorkit.NewKey("sk-1\n") }, "/apiKey"},
		{"key with letters beyond ASCII", func(o *Options) { o.APIKey = executorkit.NewKey("sk-é") }, "/apiKey"},
		{"no model", func(o *Options) { o.Model = "" }, "/model"},
		{"blank model", func(o *Options) { o.Model = "\t" }, "/model"},
		{"all at once", func(o *Options) { *o = Options{BaseURL: "x", MaxOutputTokens: -1} },
			"/apiKey /model /baseURL /maxOutputTokens"},
		{"http", func(o *Options) { o.BaseURL = "http://127.0.0.1:8080/v1" }, ""},
		{"relative URL", func(o *Options) { o.BaseURL = "/v1" }, "/baseURL"},
		{"other scheme", func(o *Options) { o.BaseURL = "ftp://example.com" }, "/baseURL"},
		{"no URL", func(o *Options) { o.BaseURL = "http://[::1" }, "/baseURL"},
		{"password in the URL", func(o *Options) { o.BaseURL = "https://me:pw@example.com/" }, "/baseURL"},
		{"space behind the URL", func(o *Options) { o.BaseURL = "https://example.com/v1 " }, "/baseURL"},
		{"space within the URL", func(o *Options) { o.BaseURL = "https://example.com/v 1" }, "/baseURL"},
		{"no-break space in the URL", func(o *Options) { o.BaseURL = "https://example.com/v1\u00a0" }, "/baseURL"},
		{"line end in the URL", func(o *Options) { o.BaseURL = "https://example.com/v1\n" }, "/baseURL"},
		{"port without a host", func(o *Options) { o.BaseURL = "https://:443/v1" }, "/baseURL"},
		{"empty fragment", func(o *Options) { o.BaseURL = "https://example.com/v1#" }, "/baseURL"},
		{"query in the URL", func(o *Options) { o.BaseURL = "https://example.com/?key=1" }, "/baseURL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			options := good
			tt.change(&options)
			client, err := New(Provider{Name: "p", BaseURL: "https://example.com/v1/"}, options)
			var paths []string
			if typed := intent.AsError(err); typed != nil {
				for _, issue := range typed.Issues {
					paths = append(paths, *issue.Path)
				}
			}
			if got := strings.Join(paths, " "); got != tt.want || (err == nil) != (tt.want == "") || (client == nil) != (err != nil) {
				t.Errorf("got %q, %v", got, err)
			}
			if err != nil && (!errors.Is(err, intent.ConfigInvalid) || strings.Contains(fmt.Sprintf("%+v", err), "sk-")) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestModelShowsItself(t *testing.T) {
	client, err := New(Provider{Name: "p", BaseURL: "https://example.com/v1/"}, Options{APIKey: executorkit.NewKey("sk-1"), Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(client)
	want := `{"provider":"p","model":"m","baseURL":"https://example.com/v1/","nativeJsonSchema":true,"maxOutputTokens":8192}`
	if err != nil || string(text) != want {
		t.Errorf("JSON %s, %v", text, err)
	}
	if got := fmt.Sprintf("%v %+v %#v %s", client, client, client, client); got != "p:m p:m p:m p:m" {
		t.Errorf("printed as %s", got)
	}
	if all := fmt.Sprintf("%+v %#v", *client, *client); strings.Contains(all, "sk-1") {
		t.Errorf("the key shows in %s", all)
	}
}
