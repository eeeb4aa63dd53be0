package turns

import (
	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

func member(name string, value strictjson.Value) strictjson.Member {
	return strictjson.Field(name, value)
}

func text(name, value string) strictjson.Member { return member(name, strictjson.String(value)) }

// body writes a request. "stream" is set by the SDK.
func (p *Provider) body(request acting.ProviderRequest) ([]byte, error) {
	tools := make([]strictjson.Value, len(request.Tools))
	for i, c := range request.Tools {
		definition, err := define(c)
		if err != nil {
			return nil, err
		}
		tools[i] = definition
	}
	items, custom := make([]strictjson.Value, len(request.Input)), map[string]bool{}
	for i, item := range request.Input {
		if item.Type == run.CustomCallItem {
			custom[item.CallID] = true
		}
		items[i] = input(item, custom[item.CallID])
	}
	members := []strictjson.Member{
		text("model", p.model), text("instructions", request.Instructions), member("input",
			strictjson.Array(items...)),
		member("store", strictjson.Bool(false)), member("parallel_tool_calls", strictjson.Bool(p.parallel)),
		member("include", strictjson.Strings([]string{"reasoning.encrypted_content"})),
	}
	if len(tools) > 0 {
		members = append(members, member("tools", strictjson.Array(tools...)))
	}
	return strictjson.Object(members...).AppendJSON(nil), nil
}

// define writes a tool. The model is given the original schema.
func define(c tool.Contract) (strictjson.Value, error) {
	if c.Kind == tool.Custom {
		return strictjson.Object(text("type", "custom"), text("name", c.Name.Wire()),
			text("description", c.Description),
			member("format", strictjson.Object(text("type", "grammar"), text("syntax", c.Format.Syntax),
				text("definition", c.Format.Definition)))), nil
	}
	schema, err := strictjson.Decode([]byte(c.Input), strictjson.Options{AnyNumber: true})
	if err != nil {
		return strictjson.Value{}, tool.Errorf(tool.Validation, "tool %q: its schema is no JSON", c.Name)
	}
	return strictjson.Object(text("type", "function"), text("name", c.Name.Wire()),
		text("description", c.Description),
		member("parameters", schema), member("strict", strictjson.Bool(false))), nil
}

// input writes an item of the transcript.
func input(item run.Item, custom bool) strictjson.Value {
	switch item.Type {
	case run.FunctionCallItem:
		return strictjson.Object(text("type", "function_call"), text("call_id", item.CallID),
			text("name", wire(item.Name)), text("arguments", item.Arguments))
	case run.CustomCallItem:
		return strictjson.Object(text("type", "custom_tool_call"), text("call_id", item.CallID),
			text("name", wire(item.Name)), text("input", item.Input))
	case run.ToolOutputItem:
		kind := "function_call_output"
		if custom {
			kind = "custom_tool_call_output"
		}
		return strictjson.Object(text("type", kind), text("call_id", item.CallID),
			member("output", output(item.Output)))
	case run.OpaqueItem:
		return item.Payload
	default:
		kind := "input_text"
		if item.Role == run.RoleAssistant {
			kind = "output_text"
		}
		return strictjson.Object(text("type", "message"), text("role", item.Role),
			member("content", strictjson.Array(strictjson.Object(text("type", kind), text("text", item.Text)))))
	}
}

// wire gives a canonical name as the wire has it; what a model made up stays as it is.
func wire(name string) string {
	if parsed, err := tool.ParseName(name); err == nil {
		return parsed.Wire()
	}
	return name
}

// output writes a result: text, or parts if there are images, which go as images and never as text.
func output(result *tool.Result) strictjson.Value {
	if result == nil {
		return strictjson.String("")
	}
	images := result.Images()
	if len(images) == 0 {
		return strictjson.String(result.Output())
	}
	parts := []strictjson.Value{strictjson.Object(text("type", "input_text"), text("text", result.Output()))}
	for _, image := range images {
		parts = append(parts, strictjson.Object(text("type", "input_image"),
			text("image_url", tool.DataURL(image.MIME, image.Data))))
	}
	return strictjson.Array(parts...)
}
