package schema

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// tagKeys are the keys of the `intent` tag.
var tagKeys = []string{"title", "desc", "pattern", "format", "min", "max"}

// setting is one key of a tag with its value.
type setting struct{ key, value string }

// settings reads a tag. A value reaches to the next comma that a key follows, so that a pattern may have
// commas of its own.
func settings(tag string) (list []setting, ok bool) {
	for tag != "" {
		key, rest, found := strings.Cut(tag, "=")
		if !found || !slices.Contains(tagKeys, key) {
			return nil, false
		}
		end := len(rest)
		for i := range len(rest) {
			if rest[i] == ',' && keyed(rest[i+1:]) {
				end = i
				break
			}
		}
		list = append(list, setting{key, rest[:end]})
		tag = strings.TrimPrefix(rest[end:], ",")
	}
	return list, true
}

func keyed(text string) bool {
	key, _, found := strings.Cut(text, "=")
	return found && slices.Contains(tagKeys, key)
}

// tagged adds what a field's tag says to the schema of its type.
func (d *typeReader) tagged(f goField, value strictjson.Value) strictjson.Value {
	list, ok := settings(f.tag)
	if !ok {
		d.refuse(
			f.path,
			"has an intent tag with a key that is not known; the keys are "+strings.Join(tagKeys, ", "),
		)
		return value
	}
	var members []strictjson.Member
	for name, member := range value.Members() {
		members = append(members, strictjson.Field(name, member))
	}
	kind, _ := value.Lookup("type")
	for _, s := range list {
		keyword, text, ok := keywordOf(s, kind.Text())
		if !ok {
			d.refusef(
				f.path,
				"has %s in its intent tag, which says nothing of a value of type %q",
				s.key,
				kind.Text(),
			)
			continue
		}
		members = tighten(members, keyword, text)
	}
	return strictjson.Object(members...)
}

// keywordOf returns the keyword that a setting stands for.
func keywordOf(s setting, kind string) (keyword string, value strictjson.Value, ok bool) {
	switch s.key {
	case "title":
		return "title", strictjson.String(s.value), true
	case "desc":
		return "description", strictjson.String(s.value), true
	case "pattern", "format":
		return s.key, strictjson.String(s.value), kind == "string"
	}
	number, err := strictjson.Decode([]byte(s.value), strictjson.Options{})
	if err != nil || number.Kind() != strictjson.KindNumber {
		return "", value, false
	}
	keyword, ok = boundKeywords[kind+" "+s.key]
	return keyword, number, ok
}

var boundKeywords = map[string]string{
	"integer min": "minimum", "integer max": "maximum", "number min": "minimum", "number max": "maximum",
	"string min": "minLength", "string max": "maxLength", "array min": "minItems", "array max": "maxItems",
}

// tighten puts a keyword in place. A bound that the type has already, and the pattern of a time, stay if
// they are tighter: a second pattern is joined by allOf.
func tighten(members []strictjson.Member, keyword string, value strictjson.Value) []strictjson.Member {
	at := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == keyword })
	if at < 0 {
		return append(members, strictjson.Field(keyword, value))
	}
	switch keyword {
	case "minimum", "maximum":
		wider := value.Decimal().Cmp(members[at].Value.Decimal()) < 0
		if wider == (keyword == "maximum") {
			members[at].Value = value
		}
		return members
	case "pattern", "format":
		also := strictjson.Object(strictjson.Field(keyword, value))
		if all := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == "allOf" }); all >= 0 {
			var branches []strictjson.Value
			for _, branch := range members[all].Value.Items() {
				branches = append(branches, branch)
			}
			members[all].Value = strictjson.Array(append(branches, also)...)
			return members
		}
		return append(members, strictjson.Field("allOf", strictjson.Array(also)))
	default:
		members[at].Value = value
		return members
	}
}
