package tools

import "github.com/devcodex/intent-runtime/application/bridge"

// node is a JSON Schema as the SDK writes it.
type node map[string]any

func text(description string) node { return node{"type": "string", "description": description} }

func word(description string, words ...string) node {
	n := text(description)
	if len(words) > 0 {
		n["enum"] = words
	}
	return n
}

func closed(required []string, properties node) node {
	return node{
		"type": "object", "properties": properties, "required": required, "additionalProperties": false,
	}
}

func prepareSchema(instances []string) node {
	message := closed([]string{"role", "content"}, node{
		"role":    word("Who said it.", "user", "assistant", "tool"),
		"content": text("What was said, unchanged."),
	})
	return closed([]string{"instance", "input"}, node{
		"instance": word("The configured reading to use.", instances...),
		"input": text("The request to understand, exactly as the person wrote it: " +
			"nothing cut, mended or translated."),
		"fields": node{
			"type": "array", "items": node{"type": "string"},
			"description": "Names of the fields to extract. Leave it out for all of them; [] for none.",
		},
		"context": node{
			"type": "array", "items": message,
			"description": "What was said before and is needed to understand the request, oldest first. " +
				"Leave it out where there is nothing.",
		},
	})
}

func acceptSchema() node {
	return closed([]string{"jobId", "stepToken", "candidateText"}, node{
		"jobId":     text("The jobId of the task, unchanged."),
		"stepToken": text("The stepToken of the task, unchanged. Every task has a new one."),
		"candidateText": text("The candidate that the task's instructions ask for: one JSON object as text, " +
			"and nothing around it."),
	})
}

func cancelSchema() node {
	return closed([]string{"jobId"}, node{
		"jobId": text("The jobId of the task, unchanged."),
		"outcome": word("Why it ends; cancelled where it is left out.",
			string(bridge.OutcomeCancelled), string(bridge.OutcomeRefusal), string(bridge.OutcomeIncomplete)),
		"detail": text("A word about it for the log, at most 2048 bytes."),
	})
}

// replySchema describes every reply: a task, a result or an error.
func replySchema() node {
	return node{
		"type": "object",
		"properties": node{
			"kind": word("What the reply holds: a task to answer with intent_accept, the checked result, or an error.",
				string(bridge.KindTask), string(bridge.KindResult), string(bridge.KindError)),
			"jobId":        text("Of a task: the job."),
			"stepToken":    text("Of a task: goes back with the candidate."),
			"stage":        word("Of a task: what is read.", "core", "data"),
			"instructions": text("Of a task: how the candidate is to be written."),
			"payload":      text("Of a task: JSON text with the material to read."),
			"format":       node{"type": "object", "description": "Of a task: the candidate's form."},
			"expiresAt":    text("Of a task: when the job expires, RFC 3339."),
			"result":       node{"type": "object", "description": "The checked result."},
			"error": node{
				"type": "object", "description": "Code, stage, message and issues; partialResult where there is one.",
			},
		},
		"required": []string{"kind"},
	}
}
