// Drives a whole reading with the TypeScript SDK's client, as a host would.
//
//   node read.mjs BINARY CONFIG < {"instance","input","candidates":[TEXT,…]}
//
// Prints one JSON object: what the server says of itself, its tools and prompts, and every reply.
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [binary, config] = process.argv.slice(2);
const { instance, input, candidates } = JSON.parse(readFileSync(0, "utf8"));

const client = new Client({ name: "intent-hosts", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: binary, args: ["mcp", "--config", config] }));

// The client checks every later result against the output schemas listed here.
const { tools } = await client.listTools();
const { prompts } = await client.listPrompts();

const replies = [];
const call = async (name, args) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  const shown = JSON.parse(content[0].text);
  const same = JSON.stringify(shown) === JSON.stringify(structuredContent);
  replies.push({ name, isError: isError === true, same, reply: structuredContent });
  return structuredContent;
};

let reply = await call("intent_prepare", { instance, input });
for (const candidateText of candidates) {
  if (reply.kind !== "task") break;
  reply = await call("intent_accept", { jobId: reply.jobId, stepToken: reply.stepToken, candidateText });
}
const end = reply;

const second = await call("intent_prepare", { instance, input });
await call("intent_cancel", { jobId: second.jobId, outcome: "refusal", detail: "The host declined." });
await call("intent_accept", { jobId: second.jobId, stepToken: second.stepToken, candidateText: "{}" });

console.log(JSON.stringify({
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools: tools.map((tool) => ({ name: tool.name, annotations: tool.annotations })),
  prompts: prompts.map((prompt) => prompt.name),
  replies,
  end,
}));
await client.close();
