package profile

import "github.com/devcodex/intent-runtime/domain/tool"

// names are the tools of this version's families. A call of one that a run does not have is forbidden; a
// call of any other name is of a tool that does not exist.
var names = map[Family][]string{
	Local: {
		"exec_command", "write_stdin", "apply_patch", "update_plan", "view_image",
		"clock::curr_time", "clock::sleep",
	},
	Interactive: {
		"request_user_input", "request_user_input_async", "send_message_to_user_async",
		"request_permissions", "wait_for_environment", "new_context", "get_context_remaining",
	},
}

// Names lists the tools that exist in this version. The slice is the caller's own.
func Names() []tool.Name {
	var all []tool.Name
	for _, family := range []Family{Local, Interactive} {
		for _, text := range names[family] {
			if name, err := tool.ParseName(text); err == nil {
				all = append(all, name)
			}
		}
	}
	return all
}
