package local

import (
	_ "embed"

	"github.com/devcodex/intent-runtime/domain/tool"
)

const execInput = `{"type":"object","properties":{` +
	`"cmd":{"type":"string","description":"the command line, as a shell takes it"},` +
	`"workdir":{"type":"string","description":"the folder to run it in; default: the workspace"},` +
	`"tty":{"type":"boolean","description":"give it a terminal (default false: pipes, and no input)"},` +
	`"yield_time_ms":{"type":"number","description":"how long to look before it goes on in the background, ` +
	`250 to 30000 (default 10000)"},` +
	`"max_output_tokens":{"type":"number","description":"how much output to show (default 10000)"},` +
	`"shell":{"type":"string","description":"the shell to run it with"},` +
	`"login":{"type":"boolean","description":"run a login shell (default true), if the host lets"},` +
	`"sandbox_permissions":{"type":"string","enum":["use_default","require_escalated"],` +
	`"description":"require_escalated asks to run it without the sandbox"},` +
	`"justification":{"type":"string","description":"why it needs to run without the sandbox"},` +
	`"prefix_rule":{"type":"array","items":{"type":"string"},` +
	`"description":"the first words of commands that could be approved together"}},` +
	`"required":["cmd"],"additionalProperties":false}`

const writeInput = `{"type":"object","properties":{` +
	`"session_id":{"type":"number","description":"the number of the running command"},` +
	`"chars":{"type":"string","description":"what to type (default: nothing, only look)"},` +
	`"yield_time_ms":{"type":"number","description":"how long to look, 250 to 30000, ` +
	`or 5000 to 300000 if nothing is typed"},` +
	`"max_output_tokens":{"type":"number","description":"how much output to show (default 10000)"}},` +
	`"required":["session_id"],"additionalProperties":false}`

const imageInput = `{"type":"object","properties":{` +
	`"path":{"type":"string","description":"the image's path"},` +
	`"detail":{"type":"string","enum":["high","original"],` +
	`"description":"high (default) scales down to 2048 by 2048, original sends it as it is"}},` +
	`"required":["path"],"additionalProperties":false}`

// grammar is the format of patches, for providers that hold a model to one.
//
//go:embed patch.lark
var grammar string

// The tools' positions in [Contracts].
const (
	execTool = iota
	writeTool
	patchTool
	imageTool
)

// Contracts returns the contracts of exec_command, write_stdin, apply_patch and view_image, in this order.
func Contracts() []tool.Contract {
	return []tool.Contract{
		{
			Name: tool.Name{Name: "exec_command"}, Kind: tool.Function, Input: execInput, Revision: 1,
			Exposure: tool.Direct,
			Description: "Runs a command in a shell. If it has not ended after yield_time_ms, it goes on, " +
				"and the result has a session_id for write_stdin.",
		},
		{
			Name: tool.Name{Name: "write_stdin"}, Kind: tool.Function, Input: writeInput, Revision: 1,
			Exposure: tool.Direct,
			Description: "Types into a running command that has a terminal, and returns its new output. " +
				"Without chars it waits for output. \\u0003 interrupts any command.",
		},
		{
			Name: tool.Name{Name: "apply_patch"}, Kind: tool.Custom, Revision: 1, Exposure: tool.Direct,
			Format: tool.Format{Syntax: "lark", Definition: grammar},
			Description: "Changes files by a patch: adds, deletes, updates and moves them. " +
				"The input is the patch itself, no JSON.",
		},
		{
			Name: tool.Name{Name: "view_image"}, Kind: tool.Function, Input: imageInput, Revision: 1,
			Exposure: tool.Direct, Description: "Shows an image of the workspace (png, jpg, gif, webp).",
			Safety: tool.Safety{ReadOnly: true, RetrySafe: true, ParallelSafe: true},
		},
	}
}
