package conversation

import (
	"slices"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// textInput is the schema of a custom tool that is given as a function of one string.
const textInput = `{"type":"object","properties":{"input":{"type":"string","description":` +
	`"the whole input of the tool, as raw text"}},"required":["input"],"additionalProperties":false}`

// adaptation gives custom tools as functions to a provider that has none, and takes them back.
type adaptation struct {
	custom   bool // the provider has custom tools: nothing is changed
	catalog  *tool.Catalog
	provider string
	model    string
}

func (a adaptation) definitions() []tool.Contract {
	all := a.catalog.Definitions()
	if a.custom {
		return all
	}
	for i := range all {
		if all[i].Kind == tool.Custom {
			all[i].Description += "\n\nThe input is text of this " + all[i].Format.Syntax +
				" grammar:\n" + all[i].Format.Definition
			all[i].Kind, all[i].Input, all[i].Format = tool.Function, textInput, tool.Format{}
		}
	}
	return all
}

// window is the present context window as its provider is given it. It is kept from attempt to attempt,
// so that an attempt costs what is new and not the whole window.
type window struct {
	first   int64 // the id of its first item
	seen    int
	changed bool
	given   []run.Item // if something is changed
}

// items gives a provider a window: what only another provider or model understands is left out.
func (w *window) items(items []run.Item, a adaptation) []run.Item {
	if len(items) == 0 || items[0].ID != w.first {
		*w = window{}
		if len(items) > 0 {
			w.first = items[0].ID
		}
	}
	for i := w.seen; i < len(items); i++ {
		item, keep := a.item(&items[i])
		if !w.changed && (!keep || item.Type != items[i].Type) {
			w.changed = true
			w.given = slices.Clone(items[:i])
		}
		if w.changed && keep {
			w.given = append(w.given, item)
		}
	}
	w.seen = len(items)
	if w.changed {
		return w.given[:len(w.given):len(w.given)]
	}
	return items
}

// item adapts one item; keep is false for one that is left out.
func (a adaptation) item(item *run.Item) (adapted run.Item, keep bool) {
	switch {
	case a.foreign(item):
		return run.Item{}, false
	case !a.custom && item.Type == run.CustomCallItem:
		changed := *item
		changed.Type, changed.Arguments, changed.Input = run.FunctionCallItem, strictjson.Object(
			strictjson.Field("input", strictjson.String(item.Input))).JSON(), ""
		return changed, true
	default:
		return *item, true
	}
}

func (a adaptation) foreign(item *run.Item) bool {
	return item.Type == run.OpaqueItem && (item.Provider != a.provider || item.Model != a.model)
}

func (a adaptation) reply(items []run.Item) []run.Item {
	if a.custom {
		return items
	}
	for i, item := range items {
		entry, ok := a.catalog.Lookup(item.Name)
		if item.Type != run.FunctionCallItem || !ok || entry.Contract.Kind != tool.Custom {
			continue
		}
		if text, ok := soleInput(item.Arguments); ok {
			items[i].Type, items[i].Input, items[i].Arguments = run.CustomCallItem, text, ""
		}
	}
	return items
}

// soleInput reads {"input":"…"}; anything else stays a function call and is refused as one.
func soleInput(arguments string) (string, bool) {
	read, err := tool.ReadArguments(tool.Function, arguments)
	if err != nil || read.Value.Len() != 1 {
		return "", false
	}
	text, ok := read.Value.Lookup("input")
	return text.Text(), ok && text.Kind() == strictjson.KindString
}
