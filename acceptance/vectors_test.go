package acceptance_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

// vector is one case of the conformance suite; vectors/README.md tells what its keys mean.
type vector struct {
	ID       string            `json:"id"`
	Kind     string            `json:"kind"`
	Instance json.RawMessage   `json:"instance"`
	Request  json.RawMessage   `json:"request"`
	Replies  []json.RawMessage `json:"replies"`
	Calls    *int              `json:"calls"`
	Requests []any             `json:"requests"`
	Expect   any               `json:"expect"`

	Instances json.RawMessage `json:"instances"`
	Bridge    json.RawMessage `json:"bridge"`
	Steps     []vectorStep    `json:"steps"`
}

type vectorStep struct {
	Call       string            `json:"call"`
	Args       map[string]any    `json:"args"`
	Expect     any               `json:"expect"`
	Save       map[string]string `json:"save"`
	SleepMs    int               `json:"sleepMs"`
	Connection string            `json:"connection"`
}

// vectors reads every vector of a folder; the specs below are made of them while the tree is built.
func vectors(kind string) []vector {
	folder := os.Getenv("INTENT_VECTORS")
	if folder == "" {
		folder = "vectors"
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		panic("no vectors in " + folder)
	}
	var all []vector
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		for _, v := range decodeVectors(file, text) {
			if v.Kind == kind {
				all = append(all, v)
			}
		}
	}
	return all
}

func decodeVectors(file string, text []byte) []vector {
	var several []vector
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		text = append(append([]byte("["), text...), ']')
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&several); err != nil {
		panic(file + ": " + err.Error())
	}
	return several
}

func decodeAny(text string) any {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	ExpectWithOffset(1, decoder.Decode(&value)).To(Succeed(), text)
	return value
}

var _ = Describe("Conformance vectors played through the command", Label("vectors"), func() {
	for _, v := range vectors("parse") {
		It(v.ID, func() { playParse(v) })
	}
	for _, v := range vectors("bridge") {
		It(v.ID, func() { playBridge(v) })
	}
})

var _ = Describe("Conformance vectors played with the native validator", Label("vectors", "native"), func() {
	for _, v := range vectors("parse") {
		if withSchema, ok := bytes.CutPrefix(bytes.TrimSpace(v.Instance), []byte("{")); ok &&
			bytes.Contains(withSchema, []byte(`"schema"`)) {
			v.Instance = append([]byte(`{"validator":"native",`), withSchema...)
			It(v.ID, func() { playParse(v) })
		}
	}
})

func playParse(v vector) {
	dir := GinkgoT().TempDir()
	instance := v.Instance
	if instance == nil {
		instance = json.RawMessage("{}")
	}
	replies := v.Replies
	if replies == nil {
		replies = []json.RawMessage{}
	}
	write(dir, "config.json", map[string]any{"instances": map[string]any{"default": instance}})
	write(dir, "request.json", v.Request)
	write(dir, "script.json", map[string]any{"replies": replies})
	got, err := world.Run(dir, nil, "", "parse", "--config", "config.json", "--request", "request.json",
		"--executor", "script:script.json", "--trace", "trace.jsonl", "--envelope")
	Expect(err).NotTo(HaveOccurred())
	reply := decodeAny(got.Stdout)
	Expect(reply).To(match.MatchPattern(v.Expect), got.Stderr)
	want := 1
	if reply.(map[string]any)["kind"] == "result" {
		want = 0
	}
	Expect(got.Status).To(Equal(want))
	requests := traced(dir)
	if v.Calls != nil {
		Expect(requests).To(HaveLen(*v.Calls))
	}
	if v.Requests != nil {
		Expect(any(requests)).To(match.MatchPattern(any(v.Requests)))
	}
}

// traced gives the requests of a trace, each payload decoded.
func traced(dir string) []any {
	requests := []any{}
	text, err := os.ReadFile(filepath.Join(dir, "trace.jsonl"))
	if os.IsNotExist(err) {
		return requests
	}
	Expect(err).NotTo(HaveOccurred())
	for line := range strings.Lines(string(text)) {
		event := decodeAny(line).(map[string]any)
		if event["event"] == "request" {
			event["payload"] = decodeAny(event["payload"].(string))
			requests = append(requests, event)
		}
	}
	return requests
}

func write(dir, name string, value any) {
	text, err := json.Marshal(value)
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(filepath.Join(dir, name), text, 0o600)).To(Succeed())
}

// playBridge plays a vector's steps in order, each on the connection that it names.
func playBridge(v vector) {
	dir := GinkgoT().TempDir()
	config := map[string]any{"instances": v.Instances}
	if v.Bridge != nil {
		config["bridge"] = v.Bridge
	}
	write(dir, "config.json", config)
	hosts, saved := map[string]*world.Host{}, map[string]any{}
	for n, step := range v.Steps {
		time.Sleep(time.Duration(step.SleepMs) * time.Millisecond)
		host, ok := hosts[step.Connection]
		if !ok {
			var err error
			host, err = world.Connect(dir, "config.json")
			Expect(err).NotTo(HaveOccurred())
			hosts[step.Connection] = host
			DeferCleanup(func() { Expect(host.Close()).To(Succeed()) })
		}
		args := map[string]any{}
		for key, value := range step.Args {
			if key == "candidate" {
				text, err := json.Marshal(value)
				Expect(err).NotTo(HaveOccurred())
				key, value = "candidateText", string(text)
			}
			args[key] = fill(value, saved)
		}
		reply, err := host.Tool(step.Call, args)
		Expect(err).NotTo(HaveOccurred(), "step %d", n+1)
		if step.Expect != nil {
			Expect(reply).To(match.MatchPattern(fill(step.Expect, saved)), "step %d", n+1)
		}
		for name, path := range step.Save {
			saved[name] = reply[strings.TrimPrefix(path, "/")]
		}
	}
}

// fill puts saved values in the place of their names.
func fill(value any, saved map[string]any) any {
	switch v := value.(type) {
	case string:
		if kept, ok := saved[strings.TrimPrefix(v, "$")]; ok && strings.HasPrefix(v, "$") {
			return kept
		}
	case map[string]any:
		filled := make(map[string]any, len(v))
		for key, item := range v {
			filled[key] = fill(item, saved)
		}
		return filled
	case []any:
		filled := make([]any, len(v))
		for i, item := range v {
			filled[i] = fill(item, saved)
		}
		return filled
	}
	return value
}
