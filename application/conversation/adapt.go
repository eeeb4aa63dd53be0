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
			all[i].Description += "\n\nThe input is text of this " + all[i].Format.Syntax + " grammar:\n" + all[i].Format.Definition
			all[i].Kind, all[i].Input, all[i].Format = tool.Function, textInput, tool.Format{}
		}
	}
	return all
}

// items gives a provider a window: what only another provider or model understands is left out.
func (a adaptation) items(items []run.Item) []run.Item {
	if !slices.ContainsFunc(items, a.changes) {
		return items
	}
	given := make([]run.Item, 0, len(items))
	for _, item := range items {
		switch {
		case a.foreign(item):
			continue
		case !a.custom && item.Type == run.CustomCallItem:
			item.Type, item.Arguments, item.Input = run.FunctionCallItem, strictjson.Object(
				strictjson.Member{Name: "input", Value: strictjson.String(item.Input)}).JSON(), ""
		}
		given = append(given, item)
	}
	return given
}

func (a adaptation) changes(item run.Item) bool {
	return a.foreign(item) || !a.custom && item.Type == run.CustomCallItem
}

func (a adaptation) foreign(item run.Item) bool {
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
