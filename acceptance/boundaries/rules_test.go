package boundaries

import "slices"

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
	tests   []string // packages of this module that their tests may import, too; {"*"} for any
	noDrags []string // modules that must not even come along behind an import
	apart   []string // packages of this module that must not even come along behind an import
	planned bool     // no package is there yet; remove it with the first one
}

var (
	anything = []string{"*"}

	ground = []string{"domain/strictjson", "domain/language", "domain/text", "domain/schema/..."}

	// understanding and acting are the two halves. Who embeds one of them links nothing of the other.
	understanding = []string{"domain/intent", "domain/prompt", "domain/candidate", "domain/reading", "ports",
		"application/engine", "application/parse", "application/bridge", "bootstrap"}
	acting = []string{"domain/tool", "domain/run", "domain/patch", "domain/command"}

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

// rules is the table of docs/architecture.md. The depguard part of .golangci.yml is generated from it
// (make golden). A name here that matches nothing any more fails TestNamesExist.
var rules = []rule{
	{
		// The ground: it knows no intent and no tool.
		at:    "domain/strictjson",
		libs:  []string{"github.com/go-json-experiment/json/jsontext"},
		noStd: impure,
	},
	{at: "domain/language", noStd: impure},
	{at: "domain/text", noStd: impure},
	{
		at:    "domain/schema/...",
		inner: []string{"domain/strictjson", "domain/language", "domain/text", "domain/schema/..."},
		libs:  []string{"golang.org/x/net/idna"},
		noStd: impure,
	},

	{at: "domain/pattern", inner: ground, noStd: impure},

	// Understanding.
	{at: "domain/intent", inner: ground, noStd: impure},
	{
		at:    "domain/prompt",
		inner: slices.Concat(ground, []string{"domain/intent"}),
		noStd: impure,
		tests: []string{"domain/candidate"}, // what the instructions show must pass the checks
	},
	{
		at:    "domain/candidate",
		inner: slices.Concat(ground, []string{"domain/intent"}),
		noStd: impure,
	},
	{
		at:    "domain/reading",
		inner: slices.Concat(ground, []string{"domain/intent", "domain/prompt", "domain/candidate"}),
		noStd: impure,
	},

	// Acting. Neither its domain nor its use cases have understanding among their dependencies.
	{at: "domain/tool", inner: ground, noStd: impure, apart: understanding},
	{at: "domain/command", noStd: impure, apart: understanding},
	{at: "domain/patch", inner: ground, noStd: impure, apart: understanding},
	{
		at:    "domain/run",
		inner: slices.Concat(ground, []string{"domain/tool"}),
		noStd: impure,
		apart: understanding,
	},
	// The one package that knows both halves.
	{
		at:    "domain/mandate",
		inner: slices.Concat(ground, []string{"domain/intent", "domain/tool", "domain/command"}),
		noStd: impure,
	},
	{
		at:    "ports/acting/...",
		inner: slices.Concat(ground, acting, []string{"ports/acting/..."}),
		apart: understanding,
		tests: anything,
	},

	{at: "ports", inner: []string{"domain/..."}, std: []string{"context", "errors", "strconv", "time"}},
	{
		// What both halves' adapters need of a model provider. It links no network.
		at:    "ports/providerkit",
		noStd: []string{"net", "crypto", "os"},
		apart: slices.Concat(understanding, acting),
	},
	{at: "ports/executorkit", inner: []string{"domain/...", "ports/providerkit"}, noStd: []string{"net", "crypto", "os"}},
	{at: "ports/...", inner: []string{"domain/...", "ports"}, tests: []string{"ports/executorkit"}},

	{at: "application/internal/fence", inner: []string{"domain/intent"}, apart: acting},
	{
		at:    "application/engine",
		inner: []string{"domain/...", "ports", "application/internal/fence"},
		tests: anything,
		apart: acting,
	},
	{
		at:    "application/parse",
		inner: []string{"domain/...", "ports", "application/engine", "application/internal/fence"},
		tests: anything,
		apart: acting,
	},
	{
		at:    "application/bridge",
		inner: []string{"domain/...", "ports", "application/engine", "application/internal/fence"},
		tests: anything,
		apart: acting,
	},
	{
		at:    "application/evaluation",
		inner: slices.Concat(ground, []string{"domain/intent", "domain/pattern"}),
		noStd: impure,
		apart: acting,
	},
	{at: "application/batch", std: []string{"context", "sync", "time"}},
	{
		at:    "application/execution",
		inner: slices.Concat(ground, acting, []string{"ports/acting"}),
		tests: anything,
		apart: understanding,
	},
	{
		at:    "application/conversation",
		inner: slices.Concat(ground, acting, []string{"ports/acting", "application/execution"}),
		tests: anything,
		apart: understanding,
	},
	{
		at:    "application/profile",
		inner: slices.Concat(ground, acting, []string{"ports/acting"}),
		tests: anything,
		apart: understanding,
	},

	{
		// The commands of one half never import those of the other.
		at: "adapters/cli/reading/...",
		inner: []string{"domain/...", "ports", "ports/executorkit", "application/...", "adapters/cli",
			"adapters/cli/configfile", "adapters/cli/input", "adapters/cli/page/...", "adapters/cli/record",
			"adapters/cli/reading/..."},
		libs:  []string{"github.com/spf13/cobra", "github.com/spf13/pflag"},
		tests: anything,
		apart: acting,
	},
	{
		at: "adapters/cli/acting/...",
		inner: slices.Concat(ground, acting, []string{"ports/acting", "ports/providerkit", "application/execution",
			"application/conversation", "application/profile", "adapters/cli", "adapters/cli/configfile", "adapters/cli/input", "adapters/cli/page/...",
			"adapters/cli/record", "adapters/cli/acting/..."}),
		libs:  []string{"github.com/spf13/cobra", "github.com/spf13/pflag"},
		tests: anything,
	},
	{
		at:    "adapters/cli/...",
		inner: []string{"domain/...", "ports", "application/...", "adapters/cli/..."},
		libs: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "go.yaml.in/yaml/v4",
			"github.com/mattn/go-runewidth", "github.com/clipperhouse/uax29/v2"},
		tests: anything,
	},
	{
		at:    "adapters/mcpserver/...",
		inner: []string{"domain/...", "ports", "application/...", "adapters/mcpserver/..."},
		libs:  []string{"github.com/modelcontextprotocol/go-sdk"},
		tests: anything,
	},
	{
		// The HTTP that executors and providers share. It knows neither half.
		at:    "adapters/internal/transport",
		inner: slices.Concat(ground, []string{"ports/providerkit"}),
		apart: slices.Concat(understanding, acting),
	},
	{
		// What providers share.
		at:    "adapters/internal/turns",
		inner: slices.Concat(ground, acting, []string{"ports/acting", "ports/providerkit", "adapters/internal/transport"}),
		libs:  []string{"github.com/openai/openai-go/v3"},
		tests: anything,
		apart: understanding,
	},
	{
		// What executors share.
		at:     "adapters/internal/...",
		inner:  []string{"domain/...", "ports", "ports/executorkit", "ports/providerkit", "adapters/internal/..."},
		oneLib: true,
		noLibs: []string{"github.com/google/wire"},
		tests:  anything,
	},
	{
		// The offline reader is several packages; nobody else sees the inner ones.
		at:    "adapters/executor/offline/...",
		inner: []string{"domain/...", "ports", "adapters/executor/offline/internal/..."},
		tests: anything,
	},
	{
		at:     "adapters/executor/...",
		inner:  []string{"domain/...", "ports", "ports/executorkit", "adapters/internal/..."},
		oneLib: true,
		noLibs: []string{"github.com/google/wire"},
		tests:  anything,
	},
	{
		// What tools, journals and providers are made of. A tool never imports another tool.
		// Commands and their guardian.
		at:     "adapters/command/...",
		inner:  slices.Concat(ground, acting, []string{"ports/acting/..."}),
		oneLib: true,
		tests:  anything,
		apart:  understanding,
	},
	{
		at:    "adapters/tools/...",
		inner: slices.Concat(ground, acting, []string{"ports/acting/..."}),
		libs:  []string{"golang.org/x/image"},
		tests: anything,
		apart: understanding,
	},
	{
		at:    "adapters/journal/...",
		inner: slices.Concat(ground, acting, []string{"ports/acting/..."}),
		libs:  []string{"modernc.org/sqlite", "golang.org/x/sys/unix"},
		tests: anything,
		apart: understanding,
	},
	{
		at:     "adapters/provider/...",
		inner:  slices.Concat(ground, acting, []string{"ports/acting/...", "ports/providerkit", "adapters/internal/..."}),
		oneLib: true,
		noLibs: []string{"github.com/google/wire"},
		tests:  anything,
	},
	{
		// All loggers tell an event in the same words.
		at:     "adapters/observe/...",
		inner:  []string{"domain/...", "ports", "adapters/internal/eventlog"},
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
		// The two doors of an embedder share it; it links neither validator.
		at: "bootstrap/internal/build",
		inner: []string{"domain/...", "ports", "application/...",
			"adapters/workers/...", "adapters/sessions/..."},
		tests:   anything,
		noDrags: slices.Concat(sdks, []string{"github.com/xeipuuv/gojsonschema"}),
		apart:   slices.Concat(acting, []string{"ports/acting/...", "bootstrap/acting"}),
	},
	{
		at: "bootstrap",
		inner: []string{"domain/...", "ports", "application/...",
			"adapters/validator/...", "bootstrap/internal/build"},
		libs:    []string{"github.com/google/wire"},
		tests:   anything,
		noDrags: sdks,
		apart:   slices.Concat(acting, []string{"ports/acting/...", "bootstrap/acting"}),
	},
	{
		// The same door without the second judge: nothing of a network comes along (its own test looks).
		at:      "bootstrap/native",
		inner:   []string{"domain/...", "ports", "application/...", "adapters/validator/native", "bootstrap/internal/build"},
		noStd:   []string{"net", "crypto", "os"},
		tests:   anything,
		noDrags: slices.Concat(sdks, []string{"github.com/xeipuuv/gojsonschema"}),
		apart:   slices.Concat(acting, []string{"ports/acting/...", "bootstrap/acting"}),
	},
	{
		at: "bootstrap/acting",
		inner: slices.Concat(ground, acting, []string{"ports/acting/...", "application/execution",
			"application/conversation", "application/profile", "adapters/journal/...", "adapters/tools/...",
			"adapters/command/...", "adapters/provider/script"}),
		tests:   anything,
		noDrags: sdks,
		apart:   understanding,
	},
	{
		at:    "bootstrap/command",
		inner: []string{"domain/...", "ports", "application/...", "adapters/...", "bootstrap", "bootstrap/acting", "ports/acting"},
		libs:  []string{"golang.org/x/term", "golang.org/x/sys/unix"},
		tests: anything,
	},
	{at: "cmd/intent", inner: []string{"bootstrap/command"}, tests: anything},

	// What the documents show is written with what an embedder may import.
	{
		at:    "docs/examples/...",
		inner: []string{"domain/...", "ports", "ports/executorkit", "bootstrap", "adapters/executor/..."},
		tests: anything,
	},
	{at: "acceptance/...", inner: anything, libs: anything, tests: anything},
}

// announced are names in the rules above whose packages are yet to come and have no rule of their own.
// TestNamesExist has a name removed from here once its package exists.
var announced = []string{}
