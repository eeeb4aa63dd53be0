package reading

import (
	"context"
	"io"

	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
	"github.com/devcodex/intent-runtime/ports/executorkit"
)

// Parts is what the command is put together from.
type Parts struct {
	Schemes    []Scheme    // every executor that can be named, in the order in which help lists them
	Validators []Validator // the first is the one that is used where none is named

	NewIntent func(
		intent.Config, ports.Executor, ports.SchemaValidator, ...ports.Observer,
	) (*parse.Intent, error)

	// Serve serves MCP on stdio until the input closes or ctx ends, and leaves the instances alive. Its
	// error's text is shown.
	Serve func(ctx context.Context, server Server) error

	// NewTrace makes the observer behind --trace. It calls Write once a line, and the writer keeps its faults.
	NewTrace func(io.Writer) ports.Observer

	// Retry wraps an executor so that it is asked again, up to so many times, if it was overloaded or failed.
	Retry func(executor ports.Executor, times int) (ports.Executor, error)

	// Files is where records are written; nil is the disk.
	Files record.Files
}

// Server is what `intent mcp` serves, and where.
type Server struct {
	Instances map[string]*parse.Intent
	Settings  bridge.Settings
	In        io.Reader
	Out       io.Writer // the protocol, nothing else
	Log       io.Writer
	Version   string // of this build
}

// Validator is a schema validator that a configuration can name.
type Validator struct {
	Name string
	New  func() ports.SchemaValidator
}

// Argument says what follows the colon of an executor SPEC.
type Argument uint8

// The arguments.
const (
	Nothing Argument = iota // `offline`
	Model                   // `openai:MODEL`; the executor may stand in a configuration's executor block
	File                    // `script:FILE`; on the command line only
)

// Scheme is one kind of executor.
type Scheme struct {
	Name   string
	About  string // half a line of help
	Takes  Argument
	KeyEnv string // the environment variable of the API key where no other is named; "" for none

	// KeyOptional: the executor is made without a key if the variable is not set, and judges itself.
	KeyOptional bool

	// Servers are names that may stand before the model and a slash, for completion.
	Servers []string

	// NoDescriptions: the executor leaves a schema's descriptions undetermined.
	NoDescriptions bool

	// OwnWords: what the executor says when it declines or breaks off is its own and repeats nothing of a
	// request, so that it may stand in JSON.
	OwnWords bool

	// New makes the executor. Its error's text is shown; an *intent.Error's issues are listed.
	New func(Settings) (ports.Executor, error)
}

// Settings is what an executor is made from. What is absent is zero and means the executor's default,
// but for NativeJSONSchema, which is true unless the configuration says otherwise.
type Settings struct {
	Model            string
	Script           []byte // the text of FILE
	APIKey           executorkit.Key
	BaseURL          string
	MaxOutputTokens  int
	NativeJSONSchema bool
}
