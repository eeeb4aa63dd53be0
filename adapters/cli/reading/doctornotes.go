package reading

import (
	"net/netip"
	"net/url"
	"slices"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// noteClearText says that a key goes over the network as it is.
func (h *health) noteClearText() {
	address, err := url.Parse(h.baseURL)
	if err != nil || address.Scheme != "http" || h.variable == "" {
		return
	}
	host := address.Hostname()
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return
	}
	h.notes = append(h.notes, "the API key goes to "+address.Host+" unencrypted: use https")
}

// noteDescriptions says that a schema's descriptions are more than the executor can judge.
func (h *health) noteDescriptions(schema []byte) {
	root, err := strictjson.Decode(schema, strictjson.Options{AnyNumber: true})
	if err == nil && h.noDescriptions && described(root) {
		h.notes = append(h.notes, "the schema has descriptions, which "+h.executor+
			" does not judge: a value with one ends in DATA_DESCRIPTION_UNDETERMINED")
	}
}

// described reports whether a schema or a schema in it has a description.
func described(schema strictjson.Value) bool {
	switch schema.Kind() {
	case strictjson.KindArray:
		for _, item := range schema.Items() {
			if described(item) {
				return true
			}
		}
	case strictjson.KindObject:
		if text, ok := schema.Lookup("description"); ok && text.Kind() == strictjson.KindString {
			return true
		}
		for name, item := range schema.Members() {
			if !slices.Contains(plainData, name) && describedBelow(name, item) {
				return true
			}
		}
	}
	return false
}

// plainData are the keywords below which there is no schema.
var plainData = []string{"enum", "const", "default", "examples"}

// describedBelow looks below a keyword: the names below `properties` are fields and no keywords.
func describedBelow(keyword string, value strictjson.Value) bool {
	if keyword != "properties" {
		return described(value)
	}
	for _, field := range value.Members() {
		if described(field) {
			return true
		}
	}
	return false
}
