package remote

import (
	"encoding/json"
	"errors"
)

// SchemaMembers returns a schema's members for an SDK that takes a map. Below the root members keep
// their order: models write in it.
func SchemaMembers(schema string) (map[string]any, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(schema), &members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, errors.New("the schema is no object")
	}
	values := make(map[string]any, len(members))
	for name, value := range members {
		values[name] = value
	}
	return values, nil
}
