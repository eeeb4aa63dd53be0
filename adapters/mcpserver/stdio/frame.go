package stdio

import (
	"cmp"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

const (
	maxNesting = 1000 // containers inside one another that the SDK reads
	maxMembers = 64   // of a message, and of its params
	maxMethod  = 128  // bytes of a method's name that is looked at

	toolCall  = "tools/call"
	cancelled = "notifications/cancelled"
)

// frame is what the transport needs to know of a line: its members as they stand, and those of its params.
// The texts are parts of the line.
type frame struct {
	text    []byte
	members []member
	params  []member
	object  bool // params is an object, and its members are in params

	id     json.RawMessage // nil if there is none that comes back as it was sent
	method string
}

// member is a name with the text of its value.
type member struct {
	name string
	text []byte
}

// read scans a line once. It refuses all that would make the SDK end the connection, and ids that the SDK
// would answer under another.
func read(text []byte, tooLong bool) (*frame, *refusal) {
	f := &frame{text: text}
	refused := f.read(tooLong)
	return f, refused
}

func (f *frame) read(tooLong bool) *refusal {
	if tooLong {
		return f.refuse("the line is too long")
	}
	scanner := strictjson.NewScanner(f.text)
	if !scanner.Object() {
		return f.noObject(scanner)
	}
	why, err := f.scan(scanner)
	if err != nil {
		return f.unreadable(err)
	}
	if why = cmp.Or(why, f.fault()); why != "" {
		return f.refuse(why)
	}
	return nil
}

// noObject refuses a value that is no message, and what is no value.
func (f *frame) noObject(scanner *strictjson.Scanner) *refusal {
	if _, _, err := scanner.Skip(); err != nil || scanner.End() != nil {
		return f.unreadable(nil)
	}
	if f.text[0] == '[' {
		return f.refuse("batches are not supported")
	}
	return f.refuse(noMessage)
}

// scan reads the line to its end. It says what is wrong with the first member that cannot be taken.
func (f *frame) scan(scanner *strictjson.Scanner) (why string, err error) {
	if err := scanner.Enter(); err != nil {
		return "", err
	}
	for {
		name, more, err := scanner.Name()
		if err != nil {
			return "", err
		}
		if !more {
			return why, scanner.End()
		}
		wrong, err := f.take(scanner, name)
		if err != nil {
			return "", err
		}
		why = cmp.Or(why, wrong)
	}
}

func (f *frame) take(scanner *strictjson.Scanner, name string) (why string, err error) {
	if name == "params" && scanner.Object() && !f.object {
		f.object = true
		why, err = f.scanParams(scanner)
		return cmp.Or(add(&f.members, name, nil), why), err
	}
	text, depth, err := scanner.Skip()
	if err != nil {
		return "", err
	}
	why = add(&f.members, name, text)
	switch {
	case why != "":
	case depth+1 > maxNesting:
		why = tooDeep
	case name == "id":
		why = f.setID(text)
	case name == "method" && len(text) <= maxMethod:
		method, _ := strictjson.Decode(text, strictjson.Options{})
		f.method = method.Text()
	}
	return why, nil
}

func (f *frame) scanParams(scanner *strictjson.Scanner) (why string, err error) {
	if err := scanner.Enter(); err != nil {
		return "", err
	}
	for {
		name, more, err := scanner.Name()
		if err != nil || !more {
			return why, err
		}
		text, depth, err := scanner.Skip()
		if err != nil {
			return "", err
		}
		if depth+2 > maxNesting {
			why = cmp.Or(why, tooDeep)
		}
		why = cmp.Or(why, add(&f.params, name, text))
	}
}

// add keeps a member, or says why it cannot be kept.
func add(members *[]member, name string, text []byte) string {
	switch {
	case len(*members) == maxMembers:
		return "the message has too many members"
	case slices.ContainsFunc(*members, func(m member) bool { return m.name == name }):
		return "a name of the message is there twice"
	}
	*members = append(*members, member{name, text})
	return ""
}

// setID takes the id of the message if an answer can carry it.
func (f *frame) setID(text []byte) string {
	if string(text) == "null" {
		return "" // how a response says that it answers nothing that could be read
	}
	if _, ok := decodeID(text); !ok {
		return "the id is neither a string nor an integer that every JSON reader keeps"
	}
	f.id = text
	return ""
}

// decodeID reads an id that comes back as it was sent.
func decodeID(text []byte) (id strictjson.Value, ok bool) {
	if !utf8.Valid(text) {
		return id, false
	}
	id, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return id, false
	}
	_, integer := id.Decimal().Int64()
	return id, id.Kind() == strictjson.KindString || id.Kind() == strictjson.KindNumber && integer
}

// fault says what is wrong with a message as a whole.
func (f *frame) fault() string {
	switch {
	case !f.has("method") && !f.has("result") && !f.has("error"):
		return "the message has no method"
	case f.has("method") && f.has("id") && f.id == nil:
		return "the id is null"
	case len(f.text)-len(f.arguments()) > MaxMessage:
		return "the message is too large"
	}
	return ""
}

func (f *frame) has(name string) bool {
	return slices.ContainsFunc(f.members, func(m member) bool { return m.name == name })
}

// member returns the text of a member of the message; nil if there is none.
func (f *frame) member(name string) []byte { return textOf(f.members, name) }

// param returns the text of a member of params; nil if there is none.
func (f *frame) param(name string) []byte { return textOf(f.params, name) }

func textOf(members []member, name string) []byte {
	for _, m := range members {
		if m.name == name {
			return m.text
		}
	}
	return nil
}

// isToolCall reports whether the arguments can be kept from the SDK.
func (f *frame) isToolCall() bool { return f.method == toolCall && f.object && f.id != nil }

// arguments are those of a tool call; nil if there are none.
func (f *frame) arguments() []byte {
	if !f.isToolCall() {
		return nil
	}
	return f.param("arguments")
}

// keyedParams writes the params with a key in place of the arguments.
func (f *frame) keyedParams(key string) []byte {
	room := len(key) + 32
	for _, m := range f.params {
		room += len(m.name) + len(m.text) + 4
	}
	dst := make([]byte, 0, room-len(f.param("arguments")))
	dst = append(dst, '{')
	for _, m := range f.params {
		if m.name == "arguments" {
			continue
		}
		dst = strictjson.AppendString(dst, m.name)
		dst = append(append(dst, ':'), m.text...)
		dst = append(dst, ',')
	}
	dst = append(append(dst, `"arguments":`...), key...)
	return append(dst, '}')
}
