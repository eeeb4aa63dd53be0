package intent

import (
	"slices"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/text"
)

// Request is what a person asked, and what a reading of it may use. The zero values of Fields and
// Context mean "all fields" and "no context".
type Request struct {
	Input   string    // required; copied to the result byte for byte
	Fields  Selection // which fields of the schema to extract
	Context Context   // what was said before
}

// Selection says which top-level fields of the schema are read. The zero Selection is all of them,
// in order of declaration. It is immutable.
type Selection struct {
	names    []string
	explicit bool
}

// Answer returns the request that follows when a person has answered a clarification: the answer is its
// input, and the first input and the question stand at the end of its context. A question's options belong
// into its text. A context that was one background text becomes a message of a tool, since no message may
// claim the role background. The fields stay selected.
func (r Request) Answer(question, text string) Request {
	messages := r.Context.Messages()
	if r.Context.background {
		messages[0].Role = RoleTool
	}
	r.Context = ContextMessages(append(messages,
		Message{Role: RoleUser, Content: r.Input}, Message{Role: RoleAssistant, Content: question})...)
	r.Input = text
	return r
}

// Fields selects fields by their literal names, in that order; repeats are dropped. Without a name
// it selects nothing, as [NoFields] does: a list of names that a program has filtered to nothing skips the
// data stage, while the zero [Selection] is all fields.
func Fields(names ...string) Selection {
	return Selection{names: slices.Clone(names), explicit: true}
}

// NoFields selects nothing: there is no data stage.
func NoFields() Selection { return Selection{explicit: true} }

// All reports whether every declared field is selected.
func (s Selection) All() bool { return !s.explicit }

// Names lists the names that were selected, each once; none for a selection of all.
func (s Selection) Names() []string {
	distinct := make([]string, 0, len(s.names))
	seen := make(map[string]bool, len(s.names))
	for _, name := range s.names {
		if !seen[name] {
			seen[name] = true
			distinct = append(distinct, name)
		}
	}
	return distinct
}

// Count returns how many fields are selected of those that a schema declares, without judging whether it
// declares them.
func (s Selection) Count(declared []string) int {
	if s.All() {
		return len(declared)
	}
	return len(s.Names())
}

// Role says who said something in the context.
type Role string

// The roles. A context given as one text has the role background, which no message may claim.
const (
	RoleUser       Role = "user"
	RoleAssistant  Role = "assistant"
	RoleTool       Role = "tool"
	RoleBackground Role = "background"
)

// messageRoles are the roles that a message may have.
var messageRoles = []Role{RoleUser, RoleAssistant, RoleTool}

const roleRule = "is not user, assistant or tool"

// Message is one thing said before, or given by a tool.
type Message struct {
	Role    Role // user, assistant or tool
	Content string
}

// Context is what was said before the request: nothing (the zero value), one text, or messages in
// order of time. It is immutable.
type Context struct {
	messages   []Message
	background bool // it was given as one text
}

// ContextText gives one background text; "" is no context.
func ContextText(text string) Context {
	if text == "" {
		return Context{}
	}
	return Context{messages: []Message{{Role: RoleBackground, Content: text}}, background: true}
}

// ContextMessages gives messages in order of time; the slice is copied. A role that is not user,
// assistant or tool is an input fault.
func ContextMessages(messages ...Message) Context { return Context{messages: slices.Clone(messages)} }

// Messages lists the context; a background text is one message with [RoleBackground].
func (c Context) Messages() []Message { return slices.Clone(c.messages) }

// Check judges a request against the limits and the declared fields of a schema, and gives the names
// that are selected. It lists every fault; the error's stage is input.
//
// Malformed requests are INPUT_INVALID, undeclared fields UNKNOWN_FIELD, too large materials
// LIMIT_EXCEEDED, judged in this order.
func (r Request) Check(limits Limits, declared []string) ([]string, error) {
	if err := r.malformed(); err != nil {
		return nil, err
	}
	names, err := r.Fields.resolve(declared)
	if err != nil {
		return nil, err
	}
	if err := r.withinLimits(limits.WithDefaults()); err != nil {
		return nil, err
	}
	return names, nil
}

func requestInvalid(faults *Faults) error { return faults.Err(InputInvalid, StageInput, "request") }

func (r Request) malformed() error {
	var faults Faults
	checkInput(&faults, r.Input)
	for i, m := range r.Context.messages {
		at := strictjson.AppendIndex("/context", i)
		content := at + "/content"
		if r.Context.background {
			content = "/context"
		} else if !slices.Contains(messageRoles, m.Role) {
			faults.Add(at+"/role", roleRule)
		}
		if !utf8.ValidString(m.Content) {
			faults.Add(content, "is not valid UTF-8")
		}
	}
	return requestInvalid(&faults)
}

func checkInput(faults *Faults, input string) {
	switch {
	case !utf8.ValidString(input):
		faults.Add("/input", "is not valid UTF-8")
	case text.Blank(input):
		faults.Add("/input", "is blank")
	}
}

func (s Selection) resolve(declared []string) ([]string, error) {
	if s.All() {
		return slices.Clone(declared), nil
	}
	known := make(map[string]bool, len(declared))
	for _, name := range declared {
		known[name] = true
	}
	var faults Faults
	for i, name := range s.names {
		if !known[name] {
			faults.Add(strictjson.AppendIndex("/fields", i), "the schema declares no field "+quoteName(name))
		}
	}
	if err := faults.Err(UnknownField, StageInput, "request"); err != nil {
		return nil, err
	}
	return s.Names(), nil
}

func (r Request) withinLimits(limits Limits) error {
	switch messages := len(r.Context.messages); {
	case len(r.Input) > limits.MaxInputBytes:
		return LimitError(StageInput, "maxInputBytes", len(r.Input), limits.MaxInputBytes)
	case messages > limits.MaxContextMessages:
		return LimitError(StageInput, "maxContextMessages", messages, limits.MaxContextMessages)
	}
	if size := contextBytes(r.Context.materials()); size > limits.MaxContextBytes {
		return LimitError(StageInput, "maxContextBytes", size, limits.MaxContextBytes)
	}
	return nil
}
