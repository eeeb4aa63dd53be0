// Package responses is what executors of OpenAI's Responses API share: one HTTP call through the
// official SDK, the reading of its answer and the mapping of its faults. How a request is laid out is
// each executor's own; see [Layout].
//
// The SDK's service is made with explicit options only, so none of its environment variables is read,
// it never retries and its platform headers are dropped. Key, headers and bodies of the provider enter
// no error.
package responses
