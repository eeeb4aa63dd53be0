package world

import (
	"strconv"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Edit changes a candidate in place.
type Edit func(Tree)

// Edited applies edits to a tree and gives it back.
func Edited(tree Tree, edits ...Edit) Tree {
	for _, edit := range edits {
		edit(tree)
	}
	return tree
}

// Set puts a value at a JSON Pointer; behind the last item of an array it appends.
func Set(pointer string, value any) Edit {
	return func(tree Tree) { change(tree, pointer, func(any) (any, bool) { return value, true }) }
}

// Drop takes away what is at a JSON Pointer: an object's member with its key.
func Drop(pointer string) Edit {
	return func(tree Tree) { change(tree, pointer, func(any) (any, bool) { return nil, false }) }
}

// Append adds values to the array at a JSON Pointer.
func Append(pointer string, values ...any) Edit {
	return func(tree Tree) {
		change(tree, pointer, func(old any) (any, bool) { return append(old.([]any), values...), true })
	}
}

func change(tree Tree, pointer string, with func(old any) (value any, keep bool)) {
	tokens, err := strictjson.SplitPointer(pointer)
	if err != nil || len(tokens) == 0 {
		panic("not a pointer into a candidate: " + pointer)
	}
	changed(tree, tokens, with)
}

func changed(value any, tokens []string, with func(any) (any, bool)) (any, bool) {
	if len(tokens) == 0 {
		return with(value)
	}
	switch container := value.(type) {
	case Tree:
		if kept, keep := changed(container[tokens[0]], tokens[1:], with); keep {
			container[tokens[0]] = kept
		} else {
			delete(container, tokens[0])
		}
		return container, true
	case []any:
		return changedItem(container, tokens, with), true
	default:
		panic("nothing to change at " + tokens[0])
	}
}

func changedItem(items []any, tokens []string, with func(any) (any, bool)) []any {
	at, err := strconv.Atoi(tokens[0])
	if err != nil || at > len(items) {
		panic("no item " + tokens[0])
	}
	if at == len(items) {
		items = append(items, nil)
	}
	kept, keep := changed(items[at], tokens[1:], with)
	if !keep {
		return append(items[:at], items[at+1:]...)
	}
	items[at] = kept
	return items
}
