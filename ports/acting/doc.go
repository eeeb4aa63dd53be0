// Package acting holds the contracts of the acting half that outsiders implement: backends of tools,
// providers of models, journals, whoever asks a person, observers. Ports are contracts here, not
// handlers: the kernel calls them, they never call the kernel but through the handle they are given.
//
//	port            its kit          adapters
//	Tool                             adapters/tools/…, and an embedder's own
//	Provider        providertest     adapters/provider/{openai,xai,script}
//	Journal         journaltest      adapters/journal/{memory,sqlite}
//	Interactions                     adapters/cli/acting
//	Observer                         adapters/observe/…
//
// Errors are tool.Error or wrap one; see tool.Class for the closed set.
package acting
