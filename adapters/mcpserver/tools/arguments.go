package tools

import (
	"bytes"
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// What hosts really send. Some write null for what they leave out, some hand over the JSON text of an
// array in place of the array, and some parse whatever looks like JSON, so that a candidate's text comes
// as an object. Each is unambiguous, and refusing it would cost the host's model a turn that it cannot
// use. Everything else goes on to the bridge as it came, which reads it strictly.

// argument is a member of a call's arguments as it stands.
type argument struct {
	name string
	text []byte
}

// reread returns the arguments as they were meant, and the names of those that were taken for something
// else than they say. Arguments that cannot be read come back unchanged.
func reread(arguments []byte, optional []string, read map[string]func([]byte) []byte) ([]byte, []string) {
	given, ok := split(arguments)
	if !ok {
		return arguments, nil
	}
	var changed []string
	kept := given[:0]
	for _, a := range given {
		if slices.Contains(optional, a.name) && string(a.text) == "null" {
			changed = append(changed, a.name)
			continue
		}
		if as := read[a.name]; as != nil {
			if text := as(a.text); text != nil {
				a.text = text
				changed = append(changed, a.name)
			}
		}
		kept = append(kept, a)
	}
	if changed == nil {
		return arguments, nil
	}
	return join(kept), changed
}

// maxArguments is more than any call has; a longer list is the bridge's to refuse.
const maxArguments = 16

func split(arguments []byte) ([]argument, bool) {
	scanner := strictjson.NewScanner(arguments)
	if !scanner.Object() || scanner.Enter() != nil {
		return nil, false
	}
	var list []argument
	for {
		name, more, err := scanner.Name()
		if err != nil || len(list) > maxArguments {
			return nil, false
		}
		if !more {
			return list, scanner.End() == nil
		}
		text, _, err := scanner.Skip()
		if err != nil {
			return nil, false
		}
		list = append(list, argument{name, text})
	}
}

func join(list []argument) []byte {
	dst := []byte{'{'}
	for i, a := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strictjson.AppendString(dst, a.name), ':')
		dst = append(dst, a.text...)
	}
	return append(dst, '}')
}

// fieldsArray returns the array of strings whose JSON text a string is; nil if it is none.
func fieldsArray(text []byte) []byte {
	return arrayIn(text, func(item strictjson.Value) bool { return item.Kind() == strictjson.KindString })
}

// messagesArray returns the array of messages whose JSON text a string is; nil if it is none. Any other
// string is one background text: roles must never be lost unseen.
func messagesArray(text []byte) []byte {
	return arrayIn(text, func(item strictjson.Value) bool {
		return item.Kind() == strictjson.KindObject && item.Has("role") && item.Has("content")
	})
}

func arrayIn(text []byte, fits func(strictjson.Value) bool) []byte {
	if !bytes.HasPrefix(text, []byte(`"`)) {
		return nil
	}
	outer, err := strictjson.Decode(text, strictjson.Options{})
	if err != nil {
		return nil
	}
	inner := outer.Text()
	options := strictjson.Options{MaxDepth: 8, MaxNodes: 100_000, AnyNumber: true}
	array, err := strictjson.Decode([]byte(inner), options)
	if err != nil || array.Kind() != strictjson.KindArray {
		return nil
	}
	for _, item := range array.Items() {
		if !fits(item) {
			return nil
		}
	}
	return []byte(inner)
}

// candidateText returns the text of a candidate that came as an object or an array: its own bytes.
func candidateText(text []byte) []byte {
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	return strictjson.AppendString(nil, string(text))
}
