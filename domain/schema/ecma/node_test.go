package ecma_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"testing"
)

// nodeScript answers one JSON line with one. A question is a pattern and texts;
// the answer reports whether the pattern is valid and which texts it matches. A
// match over two seconds is answered as slow. With sweep, the answer holds the
// code points that the pattern matches alone, as ranges.
//
// V8 also tries a match between the two halves of a surrogate pair, where the
// specification (AdvanceStringIndex) does not: there \B holds. What it finds so
// is sought again from code point to code point.
const nodeScript = `
const vm = require('vm');
const sandbox = vm.createContext({});
const work = new vm.Script('texts.map(text => matches(expression, text))');
sandbox.matches = (expression, text) => {
  const found = expression.exec(text);
  if (found === null || !splits(text, found.index)) return found !== null;
  const sticky = new RegExp(expression.source, 'uy');
  for (let at = 0; at <= text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) {
    sticky.lastIndex = at;
    if (sticky.test(text)) return true;
  }
  return false;
};
const splits = (text, at) => at > 0 && text.codePointAt(at - 1) > 0xffff;
function sweep(expression) {
  const ranges = [];
  for (let c = 0; c <= 0x10ffff; c++) {
    if (c === 0xd800) c = 0xe000;
    if (!expression.test(String.fromCodePoint(c))) continue;
    const last = ranges[ranges.length - 1];
    if (last && last[1] === c - 1) last[1] = c; else ranges.push([c, c]);
  }
  return ranges;
}
function answer(question) {
  let expression;
  try { expression = new RegExp(question.pattern, 'u'); } catch (e) { return {valid: false}; }
  if (question.sweep) return {valid: true, ranges: sweep(expression)};
  sandbox.expression = expression;
  sandbox.texts = question.texts || [];
  try { return {valid: true, matches: work.runInContext(sandbox, {timeout: 2000})}; }
  catch (e) { return {valid: true, slow: true}; }
}
require('readline').createInterface({input: process.stdin, terminal: false})
  .on('line', line => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n'));
`

type nodeQuestion struct {
	Pattern string   `json:"pattern"`
	Texts   []string `json:"texts,omitempty"`
	Sweep   bool     `json:"sweep,omitempty"`
}

type nodeAnswer struct {
	Valid   bool
	Slow    bool
	Matches []bool
	Ranges  [][2]rune
}

// node is a JavaScript engine to compare with.
type node struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

// startNode starts one, or skips the test where there is none.
func startNode(t *testing.T) *node {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine to compare with")
	}
	command := exec.Command(path, "-e", nodeScript)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = command.Wait()
	})
	return &node{t: t, in: in, out: bufio.NewReader(out)}
}

func (n *node) ask(question nodeQuestion) nodeAnswer {
	n.t.Helper()
	line, err := json.Marshal(question)
	if err != nil {
		n.t.Fatal(err)
	}
	if _, err := n.in.Write(append(line, '\n')); err != nil {
		n.t.Fatal(err)
	}
	reply, err := n.out.ReadBytes('\n')
	if err != nil {
		n.t.Fatal(err)
	}
	var answer nodeAnswer
	if err := json.Unmarshal(reply, &answer); err != nil {
		n.t.Fatal(err)
	}
	return answer
}
