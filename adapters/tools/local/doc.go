// Package local is the tools that work on a folder of this machine: exec_command, write_stdin,
// apply_patch and view_image. update_plan and the clock have packages of their own.
//
// A [Tools] belongs to one run. Every path of apply_patch, view_image and a command's working directory
// is walked folder by folder through open handles, links included, and must end in the workspace or a
// granted root; a link that is put in the way meanwhile leads nowhere else. Commands are not confined by
// that: what they may do is the sandbox's, see [Options].
package local
