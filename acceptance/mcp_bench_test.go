package acceptance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/acceptance/world"
)

// reading is a request and the candidates that a scripted host hands in for it, in order.
type reading struct {
	name       string
	schema     string
	input      string
	fields     []string // nil for all
	candidates []string
	atOnce     int
}

func readings() []reading {
	wideSchema, wideData := wide(256)
	long := strings.Repeat("The customer asks for nothing else in this sentence. ", 50<<10/53) + world.OrderInput
	both := []string{goodCoreText, goodDataText}
	return []reading{
		{name: "core-only", input: world.OrderInput, fields: []string{}, candidates: []string{goodCoreText}},
		{name: "core-and-data", input: world.OrderInput, candidates: both},
		{name: "core-repair-and-data", input: world.OrderInput,
			candidates: []string{strings.Replace(goodCoreText, `"action":"execute"`, `"action":"ship"`, 1), goodCoreText, goodDataText}},
		{name: "input-of-50-KB", input: long, candidates: both},
		{name: "256-properties", schema: wideSchema, input: world.OrderInput, candidates: []string{goodCoreText, wideData}},
		{name: "four-at-once", input: world.OrderInput, candidates: both, atOnce: 4},
	}
}

// wide gives a schema of n fields, half of them numbers, and a candidate that fills all of them.
func wide(n int) (schema, candidate string) {
	properties, data := map[string]any{}, map[string]any{}
	var evidence, results []any
	source := []any{map[string]any{"sourceId": "input", "quote": "000771"}}
	for i := range n {
		name := fmt.Sprintf("field%03d", i)
		mode := "exact"
		properties[name], data[name] = map[string]any{"type": "string"}, "000771"
		if i%2 == 1 {
			mode = "semantic"
			properties[name], data[name] = map[string]any{"type": "integer"}, 771
		}
		path := "/data/" + name
		evidence = append(evidence, map[string]any{"path": path, "mode": mode, "sources": source})
		results = append(results, map[string]any{"path": path, "status": "extracted", "explanation": "Stated."})
	}
	return world.Text(map[string]any{"type": "object", "properties": properties}), world.Text(map[string]any{
		"data": data, "evidence": evidence, "descriptionChecks": []any{}, "fieldResults": results, "issues": []any{},
	})
}

// play reads once, call by call.
func (r reading) play(host *world.Host) error {
	arguments := map[string]any{"instance": "orders", "input": r.input}
	if r.fields != nil {
		arguments["fields"] = r.fields
	}
	reply, err := glance(host, "intent_prepare", arguments)
	for _, candidate := range r.candidates {
		if err != nil {
			return err
		}
		reply, err = glance(host, "intent_accept", map[string]any{
			"jobId": reply.JobID, "stepToken": reply.StepToken, "candidateText": candidate,
		})
	}
	if err == nil && reply.Kind != "result" {
		return fmt.Errorf("the reading ends with %+v", reply)
	}
	return err
}

// glimpse is what a scripted host needs of a reply.
type glimpse struct {
	Kind, JobID, StepToken string
	Error                  json.RawMessage
}

// glance calls a tool and looks no closer at the result than it must, so that the time is the server's.
func glance(host *world.Host, name string, arguments any) (glimpse, error) {
	text, err := host.Call("tools/call", map[string]any{"name": name, "arguments": arguments})
	if err != nil {
		return glimpse{}, err
	}
	var result struct{ StructuredContent glimpse }
	err = json.Unmarshal(text, &result)
	return result.StructuredContent, err
}

// BenchmarkMCP measures whole readings over stdio against the built command: prepare, every accept, and
// the client's own work. The metrics are percentiles over the readings, in milliseconds.
func BenchmarkMCP(b *testing.B) {
	for _, r := range readings() {
		b.Run(r.name, func(b *testing.B) { r.measure(b) })
	}
}

func (r reading) measure(b *testing.B) {
	schema := r.schema
	if schema == "" {
		schema = world.OrderSchema
	}
	host, err := world.Connect(benchConfig(b, schema), "config.json")
	if err != nil {
		b.Fatal(err)
	}
	defer host.Close()
	if err := r.play(host); err != nil { // compiles what is compiled once
		b.Fatal(err)
	}
	lanes := max(1, r.atOnce)
	var took []time.Duration
	for b.Loop() {
		var group sync.WaitGroup
		times := make([]time.Duration, lanes)
		for lane := range lanes {
			group.Go(func() {
				began := time.Now()
				if err := r.play(host); err != nil {
					b.Error(err)
				}
				times[lane] = time.Since(began)
			})
		}
		group.Wait()
		took = append(took, times...)
	}
	report(b, took)
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(percent int) float64 {
		return float64(took[(len(took)-1)*percent/100].Microseconds()) / 1000
	}
	b.ReportMetric(0, "ns/op") // the percentiles say more
	b.ReportMetric(at(50), "p50-ms")
	b.ReportMetric(at(95), "p95-ms")
}

func benchConfig(b *testing.B, schema string) string {
	b.Helper()
	dir := b.TempDir()
	text, err := json.Marshal(map[string]any{
		"instances": map[string]any{"orders": map[string]any{"schema": json.RawMessage(schema)}},
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.json"), text, 0o600); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkMCPColdStart measures the command from its start to the end of the handshake, and to the
// first task, beside a program that prints one line.
func BenchmarkMCPColdStart(b *testing.B) {
	dir := benchConfig(b, world.OrderSchema)
	start := func(b *testing.B, until func(*world.Host) error) {
		if _, err := world.Binary(); err != nil {
			b.Fatal(err)
		}
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			host, err := world.Launch(dir, "config.json")
			if err == nil {
				err = until(host)
			}
			took = append(took, time.Since(began))
			if err != nil {
				b.Fatal(err)
			}
			host.Close()
		}
		report(b, took)
	}
	b.Run("trivial-program", func(b *testing.B) {
		trivial := trivialProgram(b)
		var took []time.Duration
		for b.Loop() {
			began := time.Now()
			if err := exec.Command(trivial).Run(); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		report(b, took)
	})
	b.Run("initialized", func(b *testing.B) { start(b, (*world.Host).ShakeHands) })
	b.Run("first-task", func(b *testing.B) {
		start(b, func(host *world.Host) error {
			if err := host.ShakeHands(); err != nil {
				return err
			}
			_, err := host.Tool("intent_prepare", map[string]any{"instance": "orders", "input": world.OrderInput})
			return err
		})
	})
}

func trivialProgram(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	source := filepath.Join(dir, "main.go")
	text := "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"ready\") }\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "trivial"), source).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "trivial")
}
