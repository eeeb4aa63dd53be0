package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// snipsActions are what the intents of the set ask for, by their direct result.
var snipsActions = map[string]string{
	"GetWeather": "query", "SearchCreativeWork": "query", "SearchScreeningEvent": "query",
	"AddToPlaylist": "modify", "RateBook": "modify", "BookRestaurant": "other", "PlayMusic": "execute",
}

// snips reads {INTENT: [{data: [{text, entity?}…]}…]}. A case wants the action of its intent and every entity
// as a field, word for word. The schema has the entities of the whole file.
func snips(files [][]byte) ([]evalCase, error) {
	var set map[string][]struct {
		Data []struct{ Text, Entity string }
	}
	if err := json.Unmarshal(files[0], &set); err != nil {
		return nil, err
	}
	var cases []evalCase
	for _, name := range slices.Sorted(maps.Keys(set)) {
		properties := map[string]any{}
		for _, row := range set[name] {
			for _, piece := range row.Data {
				if piece.Entity != "" {
					properties[piece.Entity] = map[string]any{"type": "string", "title": words(piece.Entity)}
				}
			}
		}
		for i, row := range set[name] {
			c := evalCase{
				ID:     fmt.Sprintf("snips-%s-%d", name, i),
				Tags:   []string{name},
				Schema: fields(properties),
			}
			data := map[string]any{}
			for _, piece := range row.Data {
				c.Input += piece.Text
				if piece.Entity != "" {
					data[piece.Entity] = strings.TrimSpace(piece.Text)
				}
			}
			c.Expect = map[string]any{"data": data}
			if action, known := snipsActions[name]; known {
				c.Expect["intents"] = []any{map[string]any{"action": action}}
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// clinc150 reads {"test": [[text, intent]…], "oos_test": …} or the like, and takes the test parts, or the
// validation parts if there are none. A case wants the field topic to be the intent, and nothing if the text
// is out of scope.
func clinc150(files [][]byte) ([]evalCase, error) {
	var set map[string][][2]string
	if err := json.Unmarshal(files[0], &set); err != nil {
		return nil, err
	}
	part := "test"
	if len(set["test"]) == 0 {
		part = "val"
	}
	topics := map[string]bool{}
	for _, rows := range set {
		for _, row := range rows {
			topics[row[1]] = row[1] != "oos"
		}
	}
	var enum []any
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		if topics[topic] {
			enum = append(enum, topic)
		}
	}
	schema := fields(map[string]any{"topic": map[string]any{"enum": enum, "title": "topic"}})
	var cases []evalCase
	for _, name := range []string{part, "oos_" + part} {
		for i, row := range set[name] {
			c := evalCase{
				ID:     fmt.Sprintf("clinc150-%s-%d", name, i),
				Tags:   []string{row[1]},
				Input:  row[0],
				Schema: schema,
			}
			topic := row[1]
			if topic == "oos" {
				topic = "$absent"
			}
			c.Expect = map[string]any{"data": map[string]any{"topic": topic}}
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// nlupp reads [{text, intents?, slots?: {NAME: {text}}}…]. A case wants each slot as a field, word for word.
func nlupp(files [][]byte) ([]evalCase, error) {
	var set []struct {
		Text    string
		Intents []string
		Slots   map[string]struct{ Text string }
	}
	if err := json.Unmarshal(files[0], &set); err != nil {
		return nil, err
	}
	properties := map[string]any{}
	for _, row := range set {
		for name := range row.Slots {
			properties[name] = map[string]any{"type": "string", "title": words(name)}
		}
	}
	var cases []evalCase
	for i, row := range set {
		data := map[string]any{}
		for name, slot := range row.Slots {
			data[name] = slot.Text
		}
		cases = append(cases, evalCase{ID: fmt.Sprintf("nlupp-%d", i), Tags: row.Intents, Input: row.Text,
			Schema: fields(properties), Expect: map[string]any{"data": data}})
	}
	return cases, nil
}

// bfcl reads one function call a line, and the possible answers. A case wants the arguments as fields; one
// that may be left out is not expected. Its schema is the function's parameters with JSON Schema's names of
// types.
func bfcl(files [][]byte) ([]evalCase, error) {
	if len(files) != 2 {
		return nil, errors.New("bfcl needs its file of possible answers, too")
	}
	answers := map[string]map[string][]any{}
	err := lines(files[1], func(row struct {
		ID          string
		GroundTruth []map[string]map[string][]any `json:"ground_truth"`
	}) {
		for _, arguments := range row.GroundTruth[0] {
			answers[row.ID] = arguments
		}
	})
	if err != nil {
		return nil, err
	}
	var cases []evalCase
	err = lines(files[0], func(row struct {
		ID       string
		Question [][]struct{ Content string }
		Function []struct{ Parameters map[string]any }
	}) {
		expected := map[string]any{}
		for name, allowed := range answers[row.ID] {
			if p, ok := oneOf(allowed); ok {
				expected[name] = p
			}
		}
		schema, _ := jsonTypes(row.Function[0].Parameters).(map[string]any)
		cases = append(
			cases,
			evalCase{ID: row.ID, Tags: []string{"bfcl"}, Input: row.Question[0][0].Content, Schema: schema,
				Expect: map[string]any{"data": expected}},
		)
	})
	return cases, err
}

// oneOf is a pattern for the allowed values of an argument; "" among them means that it may be left out.
func oneOf(allowed []any) (any, bool) {
	if slices.Contains(allowed, any("")) || len(allowed) == 0 {
		return nil, false
	}
	var texts []string
	for _, value := range allowed {
		text, isText := value.(string)
		if !isText {
			return allowed[0], true
		}
		texts = append(texts, regexp.QuoteMeta(text))
	}
	return map[string]any{"$match": "^(" + strings.Join(texts, "|") + ")$"}, true
}

// jsonTypes puts JSON Schema's names in place of the set's own.
func jsonTypes(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if text, isText := member.(string); isText && name == "type" {
				if usual, other := map[string]string{"dict": "object", "float": "number", "tuple": "array"}[text]; other {
					v[name] = usual
				}
				continue
			}
			v[name] = jsonTypes(member)
		}
	case []any:
		for i, item := range v {
			v[i] = jsonTypes(item)
		}
	}
	return value
}

func lines[Row any](text []byte, each func(Row)) error {
	scanner := bufio.NewScanner(bytes.NewReader(text))
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		var row Row
		if err := json.Unmarshal(scanner.Bytes(), &row); err != nil {
			return err
		}
		each(row)
	}
	return scanner.Err()
}

// words are the words of a name.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }
