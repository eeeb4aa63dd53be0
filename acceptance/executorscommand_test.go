package acceptance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/provider"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// hostile is an environment whose every provider variable leads astray, but for the one that the
// configuration names.
func hostile(trap string) []string {
	return []string{
		"OPENAI_API_KEY=sk-environment", "OPENAI_BASE_URL=" + trap, "OPENAI_ORG_ID=org-environment",
		"OPENAI_PROJECT_ID=proj-environment", "OPENAI_CUSTOM_HEADERS=X-Environment: environment",
		"XAI_API_KEY=xai-environment", "ANTHROPIC_API_KEY=environment", "ANTHROPIC_BASE_URL=" + trap,
		"ANTHROPIC_CUSTOM_HEADERS=X-Environment: environment", "GEMINI_API_KEY=environment",
		"GOOGLE_GEMINI_BASE_URL=" + trap, "GOOGLE_GENAI_USE_VERTEXAI=true", "DOUBLE_KEY=" + provider.Key,
	}
}

// folderFor makes a folder with a configuration for a double.
func folderFor(dialect provider.Dialect, baseURL, schema string) string {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	config := fmt.Sprintf(`{"instances": {"default": {"schema": %s, "executor": {"provider": %q, "model": %q,
		"apiKeyEnv": "DOUBLE_KEY", "baseURL": %q}}}}`, schema, dialect, provider.Model, baseURL)
	Expect(os.WriteFile(filepath.Join(dir, "intent.json"), []byte(config), 0o600)).To(Succeed())
	return dir
}

var _ = Describe("The command over a provider", Label("clause:executors", "clause:cli.executor"), func() {
	for _, dialect := range provider.Dialects() {
		It(fmt.Sprintf("%s: parses end to end and uses no variable but the one it is told", dialect), func() {
			server := provider.Start(dialect, answersWell(dialect, world.Text(world.Core()), world.Text(world.Data()))...)
			DeferCleanup(server.Close)
			dir := folderFor(dialect, server.BaseURL(), world.OrderSchema)
			out, err := world.Run(dir, hostile(trapURL()), world.OrderInput,
				"parse", "--config", "intent.json", "--trace", "trace.jsonl", "--envelope", "-")
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(BeZero(), out.Stderr+out.Stdout)
			Expect(out.Stdout).To(HavePrefix(`{"kind":"result"`))
			Expect(out.Stdout).To(ContainSubstring(`"orderId":"000771"`))
			Expect(formatsAsked(server)).To(Equal([]string{"json_schema", without(dialect)}))
			Expect(server.Faults()).To(BeEmpty())
			trace, err := os.ReadFile(filepath.Join(dir, "trace.jsonl"))
			Expect(err).NotTo(HaveOccurred())
			Expect(strings.Count(string(trace), `"event":"request"`)).To(Equal(2))
			Expect(string(trace) + out.Stdout + out.Stderr).NotTo(ContainSubstring(provider.Key))
		})

		It(fmt.Sprintf("%s: honours Go's proxy variables", dialect), func() {
			server := provider.Start(dialect, answersWell(dialect, world.Text(world.Core()))...)
			DeferCleanup(server.Close)
			dir := folderFor(dialect, dialect.BaseURL("http://provider.invalid"), "{}")
			env := append(hostile(trapURL()), "HTTP_PROXY="+server.URL)
			out, err := world.Run(dir, env, "", "parse", "--config", "intent.json", "--envelope", world.OrderInput)
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(BeZero(), out.Stdout)
			Expect(server.Calls()).To(HaveLen(1))
			Expect(server.Faults()).To(BeEmpty())
		})

		It(fmt.Sprintf("%s: a key that is refused is an error reply that names no key", dialect), func() {
			server := provider.Start(dialect, provider.Status(401))
			DeferCleanup(server.Close)
			dir := folderFor(dialect, server.BaseURL(), "{}")
			out, err := world.Run(dir, hostile(trapURL()), "", "parse", "--config", "intent.json", "--envelope", "Stop it.")
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(Equal(1))
			Expect(out.Stdout).To(ContainSubstring(`"code":"MODEL_AUTH_FAILED","stage":"core"`))
			Expect(out.Stdout + out.Stderr).NotTo(ContainSubstring(provider.Key))
			Expect(server.Calls()).To(HaveLen(1))
		})

		if dialect == provider.Chat {
			continue // it needs an address first: see below
		}
		It(fmt.Sprintf("%s: a missing key is exit 2 with what to set", dialect), func() {
			out, err := world.Run(GinkgoT().TempDir(), nil, "", "parse", "--executor", string(dialect)+":m", "Stop it.")
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(Equal(2))
			Expect(out.Stdout).To(BeEmpty())
			Expect(out.Stderr).To(ContainSubstring(strings.ToUpper(string(dialect)) + "_API_KEY"))
		})

		It(fmt.Sprintf("%s: a missing model is exit 2", dialect), func() {
			out, err := world.Run(GinkgoT().TempDir(), hostile(trapURL()), "", "parse", "--executor", string(dialect), "x")
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(Equal(2))
			Expect(out.Stderr).To(ContainSubstring("MODEL"))
		})
	}

	for _, dialect := range provider.Dialects() {
		doctor := func(answer provider.Answer, flags ...string) (world.Outcome, *provider.Server) {
			GinkgoHelper()
			server := provider.Start(dialect, answer)
			DeferCleanup(server.Close)
			dir := folderFor(dialect, server.BaseURL(), "{}")
			args := append([]string{"doctor", "--config", "intent.json", "-o", "json"}, flags...)
			out, err := world.Run(dir, hostile(trapURL()), "", args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Stdout + out.Stderr).NotTo(ContainSubstring(provider.Key))
			Expect(server.Faults()).To(BeEmpty())
			return out, server
		}

		It(fmt.Sprintf("%s: doctor says what it would use, and asks nobody", dialect), func() {
			out, server := doctor(provider.Status(500))
			Expect(out.Status).To(BeZero())
			Expect(out.Stdout).To(ContainSubstring(string(dialect) + ":" + provider.Model))
			Expect(out.Stdout).To(ContainSubstring(server.BaseURL()))
			Expect(server.Calls()).To(BeEmpty())
		})

		It(fmt.Sprintf("%s: doctor --probe makes one call and tells how it went", dialect), func() {
			out, server := doctor(provider.Complete(dialect, world.Text(world.Core())), "--probe")
			Expect(out.Status).To(BeZero())
			Expect(server.Calls()).To(HaveLen(1))
			Expect(len(server.Calls()[0].Body)).To(BeNumerically("<", 1000), "it is small")
			out, server = doctor(provider.Status(401), "--probe")
			Expect(out.Status).NotTo(BeZero())
			Expect(out.Stdout).To(ContainSubstring("MODEL_AUTH_FAILED"))
			Expect(server.Calls()).To(HaveLen(1))
		})
	}

	DescribeTable("chat takes a server by name or by address, and a key where one is needed",
		func(spec string, env []string, status int, part string) {
			out, err := world.Run(GinkgoT().TempDir(), env, "", "parse", "--executor", spec, "--timeout", "5s", "Stop it.")
			Expect(err).NotTo(HaveOccurred())
			Expect(out.Status).To(Equal(status), out.Stderr)
			Expect(out.Stderr).To(ContainSubstring(part))
		},
		Entry("no address", "chat:m", nil, 2, "/baseURL is missing: give the address of a server or one of ollama, lmstudio"),
		Entry("a server of others without a key", "chat:groq/m", nil, 2, "/apiKey is missing"),
		Entry("no model", "chat:ollama/", nil, 2, "/model is missing"),
	)

	It("chat asks a server on this machine without a key", func() {
		server := provider.Start(provider.Chat, provider.Complete(provider.Chat, world.Text(world.Core())))
		DeferCleanup(server.Close)
		dir := folderFor(provider.Chat, server.BaseURL(), "{}")
		file := filepath.Join(dir, "intent.json")
		text, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		keyless := strings.Replace(string(text), `"apiKeyEnv": "DOUBLE_KEY",`, "", 1)
		Expect(os.WriteFile(file, []byte(keyless), 0o600)).To(Succeed())
		out, err := world.Run(dir, hostile(trapURL()), "", "parse", "--config", "intent.json", "--envelope", world.OrderInput)
		Expect(err).NotTo(HaveOccurred())
		Expect(out.Status).To(BeZero(), out.Stdout)
		Expect(server.Calls()[0].Header).NotTo(HaveKey("Authorization"))
	})

	It("goes to no other origin", func() {
		expectNobodyTrapped()
	})
})
