package acting

import _ "embed"

// Instructions are what a model is told if the host tells it nothing else.
//
//go:embed instructions.md
var Instructions string
