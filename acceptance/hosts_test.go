package acceptance_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/devcodex/intent-runtime/acceptance/match"
	"github.com/devcodex/intent-runtime/acceptance/world"
)

var _ = Describe("MCP: a foreign client", Label("clause:bridge.mcp", "hosts"), func() {
	It("of the TypeScript SDK drives a whole reading", func(ctx SpecContext) {
		node, err := exec.LookPath("node")
		if err != nil {
			Skip("Node is not on this machine")
		}
		if _, err := os.Stat("hosts/node_modules/@modelcontextprotocol/sdk"); err != nil {
			Skip("the TypeScript SDK is not installed: npm ci in acceptance/hosts installs it")
		}
		binary, err := world.Binary()
		Expect(err).NotTo(HaveOccurred())
		bad := world.Data()
		bad["data"].(world.Tree)["orderId"] = "000772" // which no quote says
		command := exec.CommandContext(ctx, node, "read.mjs", binary, filepath.Join(office(nil), "config.json"))
		command.Dir = "hosts"
		command.Stdin = bytes.NewBufferString(world.Text(map[string]any{
			"instance": "orders", "input": world.OrderInput,
			"candidates": []string{goodCoreText, world.Text(bad), goodDataText},
		}))
		var log bytes.Buffer
		command.Stderr = &log
		out, err := command.Output()
		Expect(err).NotTo(HaveOccurred(), log.String())
		Expect(json.RawMessage(out)).To(match.MatchPattern(`{
		  "server": {"name": "intent"},
		  "instructions": {"$match": "intent_prepare"},
		  "tools": [
		    {"name": "intent_accept", "annotations": {"destructiveHint": false, "openWorldHint": false, "idempotentHint": true}},
		    {"name": "intent_cancel", "annotations": {"destructiveHint": false, "openWorldHint": false, "idempotentHint": true}},
		    {"name": "intent_prepare", "annotations": {"destructiveHint": false, "openWorldHint": false, "idempotentHint": false}}],
		  "prompts": ["intent_workflow"],
		  "end": {"kind": "result", "result": {"data": {"orderId": "000771", "city": "Lisbon", "parcels": 2}}},
		  "replies": [
		    {"name": "intent_prepare", "isError": false, "same": true, "reply": {"kind": "task", "stage": "core"}},
		    {"name": "intent_accept", "isError": false, "same": true, "reply": {"kind": "task", "stage": "data"}},
		    {"name": "intent_accept", "isError": false, "same": true,
		      "reply": {"kind": "task", "stage": "data", "payload": {"$match": "\"repair\":"}}},
		    {"name": "intent_accept", "isError": false, "same": true, "reply": {"kind": "result"}},
		    {"name": "intent_prepare", "isError": false, "same": true, "reply": {"kind": "task"}},
		    {"name": "intent_cancel", "isError": true, "same": true,
		      "reply": {"kind": "error", "error": {"code": "MODEL_REFUSED", "stage": "core"}}},
		    {"name": "intent_accept", "isError": true, "same": true,
		      "reply": {"kind": "error", "error": {"code": "BRIDGE_STEP_CONFLICT", "stage": "bridge"}}}]
		}`))
	})
})
