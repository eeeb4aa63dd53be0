package acting

import (
	"errors"
	"fmt"
	"sync"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// answers are prepared answers to interactions, taken in order. They are safe for concurrent use.
type answers struct {
	mu   sync.Mutex
	left []answer
}

// answer is one prepared answer. kind is "" for none.
type answer struct {
	kind  string // approve, confirm, answers or permissions
	value run.Answer
}

// next takes the next answer; it is used up, whatever comes of it.
func (a *answers) next() (answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.left) == 0 {
		return answer{}, false
	}
	taken := a.left[0]
	a.left = a.left[1:]
	return taken, true
}

// readAnswers reads an answers file: strict JSON, closed keys, judged whole.
func readAnswers(text []byte) (*answers, error) {
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true})
	if err != nil {
		return nil, err
	}
	list, ok := root.Lookup("answers")
	if !ok || list.Kind() != strictjson.KindArray || root.Len() != 1 {
		return nil, errors.New(`not {"answers":[…]}`)
	}
	a := &answers{}
	for i, item := range list.Items() {
		read, err := readAnswer(item)
		if err != nil {
			return nil, fmt.Errorf("/answers/%d %w", i, err)
		}
		a.left = append(a.left, read)
	}
	return a, nil
}

// shapes are the keys that may stand beside the key that gives an answer its kind.
var shapes = map[string][]string{
	"approve": {"reason", "remember"}, "confirm": {}, "answers": {}, "permissions": {"scope"},
}

func readAnswer(item strictjson.Value) (answer, error) {
	var a answer
	for kind := range shapes {
		if item.Has(kind) {
			if a.kind != "" {
				return a, errors.New("answers two things at once")
			}
			a.kind = kind
		}
	}
	if a.kind == "" {
		return a, errors.New("is none of approve, confirm, answers, permissions")
	}
	for name, value := range item.Members() {
		if name != a.kind && !contains(shapes[a.kind], name) {
			return a, fmt.Errorf("has a key %q, which does not belong there", strictjson.CutName(name))
		}
		if err := a.take(name, value); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (a *answer) take(name string, value strictjson.Value) error {
	want := strictjson.KindString
	switch name {
	case "approve", "confirm":
		want = strictjson.KindBool
		yes := value.Bool()
		if name == "approve" {
			a.value.Approve = &yes
		}
	case "answers":
		want = strictjson.KindObject
		a.value.Answers = map[string]string{}
		for id, text := range value.Members() {
			if text.Kind() != strictjson.KindString {
				return errors.New("has an answer that is no text")
			}
			a.value.Answers[id] = text.Text()
		}
	case "permissions":
		want = strictjson.KindObject
		a.value.Permissions = value
	case "reason":
		a.value.Reason = value.Text()
	case "remember":
		a.value.Remember = value.Text()
	case "scope":
		a.value.Scope = value.Text()
	}
	if value.Kind() != want {
		return fmt.Errorf("has a %s that is no %s", name, want)
	}
	return nil
}
