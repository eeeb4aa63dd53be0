package acceptance_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
func (r reading) play(host *plainHost) error {
	arguments := map[string]any{"instance": "orders", "input": r.input}
	if r.fields != nil {
		arguments["fields"] = r.fields
	}
	reply, err := host.call("intent_prepare", arguments)
	for _, candidate := range r.candidates {
		if err != nil {
			return err
		}
		reply, err = host.call("intent_accept", map[string]any{
			"jobId": textOf(reply, "jobId"), "stepToken": textOf(reply, "stepToken"), "candidateText": candidate,
		})
	}
	if err == nil && textOf(reply, "kind") != "result" {
		return fmt.Errorf("the reading ends with %.200s", reply)
	}
	return err
}

// plainHost is a client that looks for bytes in replies and decodes nothing, so that the time is the
// server's. Calls may be made at once; each has an id that names its waiter.
type plainHost struct {
	command *exec.Cmd
	in      io.WriteCloser

	mu      sync.Mutex
	ids     int
	waiting map[string]chan []byte
}

func startPlain(b *testing.B, schema string) *plainHost {
	b.Helper()
	binary, err := world.Binary()
	if err != nil {
		b.Fatal(err)
	}
	h := &plainHost{waiting: map[string]chan []byte{}}
	h.command = exec.Command(binary, "mcp", "--config", filepath.Join(benchConfig(b, schema), "config.json"))
	h.in, _ = h.command.StdinPipe()
	out, _ := h.command.StdoutPipe()
	if err := h.command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = h.in.Close(); _ = h.command.Wait() })
	go h.read(out)
	_, err = h.ask("initialize", map[string]any{"protocolVersion": "2025-06-18",
		"capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"}})
	if err != nil {
		b.Fatal(err)
	}
	return h
}

func (h *plainHost) read(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		_, rest, _ := bytes.Cut(line, []byte(`"id":`))
		id, _, _ := bytes.Cut(rest, []byte(","))
		h.mu.Lock()
		waiter := h.waiting[string(id)]
		delete(h.waiting, string(id))
		h.mu.Unlock()
		if waiter != nil {
			waiter <- line
		}
	}
}

func (h *plainHost) ask(method string, params any) ([]byte, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	answer := make(chan []byte, 1)
	h.mu.Lock()
	h.ids++
	id := strconv.Itoa(h.ids)
	h.waiting[id] = answer
	_, err = fmt.Fprintf(h.in, `{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}`+"\n", id, method, text)
	h.mu.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case line := <-answer:
		return line, nil
	case <-time.After(world.Promptly):
		return nil, fmt.Errorf("no answer to %s", method)
	}
}

// call calls a tool and returns the structured half of its result.
func (h *plainHost) call(name string, arguments any) ([]byte, error) {
	line, err := h.ask("tools/call", map[string]any{"name": name, "arguments": arguments})
	_, structured, _ := bytes.Cut(line, []byte(`"structuredContent":`))
	return structured, err
}

// textOf returns the text of a member that has no escapes.
func textOf(text []byte, name string) string {
	_, rest, _ := bytes.Cut(text, []byte(`"`+name+`":"`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(value)
}

// spent returns the processor time that the server has used; 0 if the system does not tell.
func (h *plainHost) spent() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", h.command.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte(") ")) // the name before may hold anything
	fields := strings.Fields(string(rest))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // a tick of /proc is 10 ms
}

// BenchmarkMCP measures whole readings over stdio against the built command. The metrics are percentiles
// over the readings, and the processor time of the server for each reading, in milliseconds.
func BenchmarkMCP(b *testing.B) {
	for _, r := range readings() {
		b.Run(r.name, func(b *testing.B) { r.measure(b, 0) })
	}
	resting := readings()[1]
	b.Run("resting-session", func(b *testing.B) { resting.measure(b, 1500*time.Millisecond) })
}

// measure reads again and again, after a rest each time.
func (r reading) measure(b *testing.B, rest time.Duration) {
	schema := r.schema
	if schema == "" {
		schema = world.OrderSchema
	}
	host := startPlain(b, schema)
	if err := r.play(host); err != nil { // compiles what is compiled once
		b.Fatal(err)
	}
	lanes := max(1, r.atOnce)
	var took []time.Duration
	before := host.spent()
	for b.Loop() {
		time.Sleep(rest)
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
	b.ReportMetric(float64((host.spent()-before).Microseconds())/1000/float64(len(took)), "cpu-ms/reading")
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
