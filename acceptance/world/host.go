package world

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// Host is an MCP client over the built command's stdio, kept to what a client must send. Its calls may
// be made at the same time.
type Host struct {
	command *exec.Cmd
	in      io.WriteCloser
	ended   chan error // what the process ended with; closed after

	mu      sync.Mutex
	log     bytes.Buffer // stderr
	n       int
	waiting map[string]chan Message // by id
	others  []Message               // answers to no call of ours
	broken  error
}

// Message is an answer as JSON-RPC gives it.
type Message struct {
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// ToolResult is the result of a tool call.
type ToolResult struct {
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
	Content           []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
}

// Launch starts `intent mcp` in a folder, without a word said yet.
func Launch(dir, config string) (*Host, error) {
	path, err := Binary()
	if err != nil {
		return nil, err
	}
	h := &Host{
		command: exec.Command(path, "mcp", "--config", config),
		ended:   make(chan error, 1), waiting: map[string]chan Message{},
	}
	h.command.Dir, h.command.Env = dir, []string{"HOME=" + dir}
	h.command.Stderr = (*hostLog)(h)
	if h.in, err = h.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := h.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.command.Start(); err != nil {
		return nil, err
	}
	go h.read(out)
	return h, nil
}

// Connect starts `intent mcp` and shakes hands with it.
func Connect(dir, config string) (*Host, error) {
	h, err := Launch(dir, config)
	if err != nil {
		return nil, err
	}
	err = h.ShakeHands()
	return h, err
}

// ShakeHands makes the calls that open a session.
func (h *Host) ShakeHands() error {
	_, err := h.Call("initialize", map[string]any{
		"protocolVersion": "2025-06-18", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "acceptance", "version": "1"},
	})
	if err != nil {
		return err
	}
	return h.Send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

type hostLog Host

// Write keeps what the process says on stderr.
func (l *hostLog) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.log.Write(text)
}

// Log gives what the process has said on stderr.
func (h *Host) Log() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.log.String()
}

func (h *Host) read(out io.Reader) {
	lines := bufio.NewReaderSize(out, 1<<20)
	var err error
	for err == nil {
		var line []byte
		line, err = lines.ReadBytes('\n')
		if len(line) > 0 && err == nil {
			err = h.deliver(line)
		}
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the server has ended")
	}
	h.mu.Lock()
	h.broken = err
	for id, waits := range h.waiting {
		close(waits)
		delete(h.waiting, id)
	}
	h.mu.Unlock()
	h.ended <- h.command.Wait()
	close(h.ended)
}

// deliver takes a line of stdout, which must be protocol.
func (h *Host) deliver(line []byte) error {
	var m Message
	if err := json.Unmarshal(line, &m); err != nil {
		return fmt.Errorf("stdout says %.200q: %w", line, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if waits, ok := h.waiting[string(m.ID)]; ok {
		waits <- m
		delete(h.waiting, string(m.ID))
		return nil
	}
	h.others = append(h.others, m)
	return nil
}

// Others gives the answers that belong to no call, such as errors about lines that are no messages.
func (h *Host) Others() []Message {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Message(nil), h.others...)
}

// Send sends a line as it stands.
func (h *Host) Send(line string) error {
	_, err := io.WriteString(h.in, line+"\n")
	return err
}

// Ask makes a call and gives the answer, a protocol error included.
func (h *Host) Ask(method string, params any) (Message, error) {
	text, err := compact(params)
	if err != nil {
		return Message{}, err
	}
	waits := make(chan Message, 1)
	h.mu.Lock()
	h.n++
	id := fmt.Sprint(h.n)
	h.waiting[id] = waits
	broken := h.broken
	h.mu.Unlock()
	if broken != nil {
		return Message{}, broken
	}
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, text)
	if err := h.Send(call); err != nil {
		return Message{}, err
	}
	select {
	case m, ok := <-waits:
		if !ok {
			return Message{}, fmt.Errorf("%w: %s", h.broken, h.Log())
		}
		return m, nil
	case <-time.After(3 * Promptly):
		return Message{}, fmt.Errorf("no answer to %s", method)
	}
}

// compact writes parameters as JSON; text that is JSON already stands as it is.
func compact(params any) ([]byte, error) {
	if raw, ok := params.(json.RawMessage); ok {
		return raw, nil
	}
	return json.Marshal(params)
}

// Call makes a call and gives its result.
func (h *Host) Call(method string, params any) (json.RawMessage, error) {
	m, err := h.Ask(method, params)
	if err != nil {
		return nil, err
	}
	if m.Error != nil {
		return nil, fmt.Errorf("%s: %d %s", method, m.Error.Code, m.Error.Message)
	}
	return m.Result, nil
}

// Tool calls a tool and gives the reply, once both halves of the result and isError agree.
func (h *Host) Tool(name string, arguments any) (map[string]any, error) {
	text, err := compact(arguments)
	if err != nil {
		return nil, err
	}
	result, err := h.Call("tools/call", map[string]any{"name": name, "arguments": json.RawMessage(text)})
	if err != nil {
		return nil, err
	}
	var halves ToolResult
	if err := json.Unmarshal(result, &halves); err != nil || len(halves.Content) == 0 {
		return nil, fmt.Errorf("the result of %s is %.300s", name, result)
	}
	var structured, shown map[string]any
	if err := numbers(halves.StructuredContent, &structured); err != nil {
		return nil, err
	}
	if err := numbers([]byte(halves.Content[0].Text), &shown); err != nil {
		return nil, err
	}
	one, _ := json.Marshal(structured)
	two, _ := json.Marshal(shown)
	if !bytes.Equal(one, two) {
		return nil, fmt.Errorf("%s shows %.300s and structures %.300s", name, two, one)
	}
	if halves.IsError != (structured["kind"] == "error") {
		return nil, fmt.Errorf("%s says isError %v of a reply of kind %v", name, halves.IsError, structured["kind"])
	}
	return structured, nil
}

func numbers(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// Process gives the command's process.
func (h *Host) Process() *exec.Cmd { return h.command }

// Hangup closes the command's input.
func (h *Host) Hangup() error { return h.in.Close() }

// Wait gives what the process ends with, and how long that took; past the bound it is killed.
func (h *Host) Wait(bound time.Duration) (time.Duration, error) {
	began := time.Now()
	select {
	case err := <-h.ended:
		return time.Since(began), err
	case <-time.After(bound):
		_ = h.command.Process.Kill()
		<-h.ended
		return time.Since(began), fmt.Errorf("the server did not end within %v", bound)
	}
}

// Close hangs up and waits for the end.
func (h *Host) Close() error {
	_ = h.Hangup()
	_, err := h.Wait(Promptly)
	return err
}
