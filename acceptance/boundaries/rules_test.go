package boundaries

// rule says what the packages of one place may import. The first rule that matches a package governs it.
// A pattern is a path below the module; a last element `...` stands for the package and all below it.
type rule struct {
	at      string   // which packages
	inner   []string // packages of this module that they may import
	libs    []string // third-party packages (or prefixes of them) that they may import; {"*"} for any
	oneLib  bool     // instead of libs: all packages at one import path share one module of any name
	noLibs  []string // third-party packages that oneLib does not mean
	std     []string // the only standard packages allowed; nil for all that noStd leaves
	noStd   []string // standard packages refused, with all below them
	tests   []string // packages of this module that their tests may import besides; {"*"} for any
	noDrags []string // modules that must not even come along behind an import
}

var (
	anything = []string{"*"}

	// impure is what domain code has no use for: files, environment, network, clocks it does not see
	// (`time` stays for durations; purity_test.go looks for the clock), chance, and talk.
	impure = []string{"os", "net", "context", "log", "syscall", "unsafe", "math/rand", "io/ioutil", "plugin"}

	// sdks are the modules that an embedder must not get unless he imports their adapter himself.
	sdks = []string{
		"github.com/openai/openai-go/v3",
		"github.com/modelcontextprotocol/go-sdk",
		"github.com/spf13/cobra",
		"go.yaml.in/yaml/v4",
	}
)

// rules is the table of docs/architecture.md. .golangci.yml holds it a second time for depguard;
// change both together. A name here that matches nothing any more fails TestNamesExist.
var rules = []rule{
	{
		at:    "domain/strictjson",
		libs:  []string{"github.com/go-json-experiment/json/jsontext"},
		noStd: impure,
	},
	{at: "domain/language", noStd: impure},
	{
		at:    "domain/intent",
		inner: []string{"domain/strictjson", "domain/language"},
		noStd: impure,
	},
	{
		at:    "domain/schema/...",
		inner: []string{"domain/strictjson", "domain/language", "domain/intent", "domain/schema/..."},
		libs:  []string{"golang.org/x/net/idna"},
		noStd: impure,
	},
	{
		at:    "domain/prompt",
		inner: []string{"domain/strictjson", "domain/language", "domain/intent", "domain/schema"},
		noStd: impure,
		tests: []string{"domain/candidate"}, // what the instructions show must pass the checks
	},
	{
		at:    "domain/candidate",
		inner: []string{"domain/strictjson", "domain/language", "domain/intent", "domain/schema"},
		noStd: impure,
	},
	{at: "domain/reading", inner: []string{"domain/..."}, noStd: impure},

	{at: "ports", inner: []string{"domain/..."}, std: []string{"context", "errors", "strconv", "time"}},
	{at: "ports/...", inner: []string{"domain/...", "ports"}},

	{at: "application/instance", inner: []string{"domain/...", "ports"}, tests: anything},
	{at: "application/judge", inner: []string{"domain/...", "ports", "application/instance"}, tests: anything},
	{
		at:    "application/parse",
		inner: []string{"domain/...", "ports", "application/instance", "application/judge"},
		tests: anything,
	},
	{
		at:    "application/bridge",
		inner: []string{"domain/...", "ports", "application/instance", "application/judge"},
		tests: anything,
	},

	{
		at:    "adapters/cli/...",
		inner: []string{"domain/...", "ports", "application/...", "adapters/cli/..."},
		libs: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "go.yaml.in/yaml/v4",
			"github.com/mattn/go-runewidth"},
		tests: anything,
	},
	{
		at:    "adapters/mcpserver/...",
		inner: []string{"domain/...", "ports", "application/...", "adapters/mcpserver/..."},
		libs:  []string{"github.com/modelcontextprotocol/go-sdk"},
		tests: anything,
	},
	{
		at:     "adapters/executor/...",
		inner:  []string{"domain/...", "ports", "adapters/internal/..."},
		oneLib: true,
		noLibs: []string{"github.com/google/wire"},
		tests:  anything,
	},
	{
		at:     "adapters/...",
		inner:  []string{"domain/...", "ports"},
		oneLib: true,
		noLibs: []string{"github.com/google/wire"},
		tests:  anything,
	},

	{
		at: "bootstrap",
		inner: []string{"domain/...", "ports", "application/...",
			"adapters/validator/...", "adapters/workers/...", "adapters/sessions/..."},
		libs:    []string{"github.com/google/wire"},
		tests:   anything,
		noDrags: sdks,
	},
	{
		at:    "bootstrap/command",
		inner: []string{"domain/...", "ports", "application/...", "adapters/...", "bootstrap"},
		libs:  []string{"golang.org/x/term"},
		tests: anything,
	},
	{at: "cmd/intent", inner: []string{"bootstrap/command"}, tests: anything},

	// What the documents show is written with what an embedder may import.
	{
		at:    "docs/examples/...",
		inner: []string{"domain/...", "ports", "bootstrap", "adapters/executor/..."},
		tests: anything,
	},
	{at: "acceptance/...", inner: anything, libs: anything, tests: anything},
}
