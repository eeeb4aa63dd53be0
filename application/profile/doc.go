// Package profile makes bundles of trusted host resources: the only way to tools. A profile chooses
// families of tools by name, and fails closed: a name that is not known, a family or tool that the host
// cannot give, a tool that is there twice are errors, all told at once, before anything is admitted.
//
// Choosing no profile starts nothing, and making a bundle starts nothing either: no goroutine, process,
// file or listener.
package profile
