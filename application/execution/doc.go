// Package execution is the one path on which a backend of a tool is called: judge, commit, dispatch,
// conclude. Nobody else calls acting.Tool.Run; a test over the whole module holds that.
//
// An [Execution] belongs to one run. It commits what the run's machine gives, hands out judgements and
// dispatches as functions that may run in goroutines of their own, and starts none itself.
package execution
