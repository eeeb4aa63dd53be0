// Package consumer shows that an embedder's build gets no SDK that he does not import.
package consumer

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// sdks are modules that come only with the adapter that needs them.
var sdks = []string{
	"github.com/openai/openai-go/v3",
	"github.com/modelcontextprotocol/go-sdk",
	"github.com/spf13/cobra",
	"go.yaml.in/yaml/v4",
	"go.uber.org/zap",
	"github.com/onsi/ginkgo/v2",
}

func goTool(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// modules lists the modules that a package is built from.
func modules(t *testing.T, pkg string) []string {
	t.Helper()
	out := goTool(t, "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", pkg)
	found := strings.Fields(out)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestPlainEmbedderGetsNoSDK(t *testing.T) {
	found := modules(t, "./plain")
	for _, sdk := range sdks {
		if slices.Contains(found, sdk) {
			t.Errorf("%s is dragged in", sdk)
		}
	}
	t.Logf("built from %s", strings.Join(found, " "))
}

func TestSDKComesWithItsAdapter(t *testing.T) {
	found := modules(t, "./withopenai")
	for _, sdk := range sdks {
		if has, want := slices.Contains(found, sdk), sdk == sdks[0]; has != want {
			t.Errorf("%s is there: %v", sdk, has)
		}
	}
}

func TestPlainRuns(t *testing.T) {
	if got := goTool(t, "run", "./plain"); got != "Thanks. 0 <nil>\n" {
		t.Errorf("printed %q", got)
	}
}

func TestMissingKeyIsSaid(t *testing.T) {
	const want = "CONFIG_INVALID (config): executor openai: /apiKey is missing (and 1 more)\n"
	if got := goTool(t, "run", "./withopenai"); got != want {
		t.Errorf("printed %q", got)
	}
}
