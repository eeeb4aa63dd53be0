package schema_test

import (
	"testing"

	"github.com/devcodex/intent-runtime/domain/schema"
)

func TestAssertions(t *testing.T) {
	t.Parallel()
	text := `{"$id":"x","type":"object","description":"d","properties":{"title":{"title":"T","enum":[1,1.0,"a",{"b":[2],"title":"kept"},{"title":"kept","b":[2.0]}]},` +
		`"default":{"items":{"not":{"description":"d","const":{"default":1}}},"anyOf":[{"title":"t"},true]}},"required":["title"]}`
	want := `{"type":"object","properties":{"title":{"enum":[1,"a",{"b":[2],"title":"kept"}]},` +
		`"default":{"items":{"not":{"const":{"default":1}}},"anyOf":[{},true]}},"required":["title"],"additionalProperties":false}`
	s, reasons := schema.Read([]byte(text), schema.Limits{})
	if len(reasons) > 0 {
		t.Fatal(reasons.Summary())
	}
	p := s.Project(s.Fields())
	if got := string(p.Assertions()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if p.Text() == want {
		t.Error("the projection was changed")
	}
}
