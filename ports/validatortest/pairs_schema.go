package validatortest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// schema writes a random schema.
func (g generator) schema(depth int) string {
	if depth > 0 && g.chance(8) {
		return g.pick("true", "false", "{}")
	}
	keywords := map[string]string{}
	for range 1 + g.IntN(3) {
		g.keyword(keywords, depth)
	}
	if g.chance(40) {
		keywords["description"] = g.pick(`"d"`, `"d"`, `"d"`, `" "`)
	}
	var members []string
	for _, name := range keywordNames {
		if value, ok := keywords[name]; ok {
			members = append(members, `"`+name+`":`+value)
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// keywordNames fixes the order in which keywords are written.
var keywordNames = []string{
	"description", "default", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum",
	"exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems",
	"maxItems", "uniqueItems", "items",
	"properties", "required", "additionalProperties", "anyOf", "oneOf", "allOf", "not",
}

// keyword adds one keyword, or some that belong together.
func (g generator) keyword(to map[string]string, depth int) {
	deep := depth < 3
	switch choice := g.IntN(16); {
	case choice == 0:
		to["type"] = g.types()
	case choice == 1:
		to["enum"] = g.list(1+g.IntN(5), func() string { return g.value(1) })
	case choice == 2:
		to["const"] = g.value(1)
	case choice == 3:
		to[g.pick("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")] = g.number()
	case choice == 4:
		to["multipleOf"] = g.pick("1", "2", "0.1", "0.01", "0.5", "1e-7", "3", "1e-300", "0.3", "1.5", "7.0")
	case choice == 5:
		to[g.pick("minLength", "maxLength")] = g.pick("0", "1", "2", "2.0", "3")
	case choice == 6:
		to["pattern"] = g.pick(`"a"`, `"^a"`, `"b$"`, `"^.$"`, `"\\d"`, `"^\\p{L}+$"`, `"[^a]"`,
			`"^$"`, `"\\s"`, `"(a|b){2}"`)
	case choice == 7:
		to["format"] = g.pick(`"date"`, `"email"`, `"ipv4"`, `"uuid"`, `"duration"`, `"json-pointer"`,
			`"regex"`, `"uri-reference"`)
	case choice == 8:
		to[g.pick("minItems", "maxItems")] = g.pick("0", "1", "2", "3.0")
		to["uniqueItems"] = g.pick("true", "true", "false")
	case choice == 9 && deep:
		to["items"] = g.schema(depth + 1)
	case choice <= 11 && deep:
		to["properties"] = g.object(func(string) string { return g.schema(depth + 1) })
		if g.chance(50) {
			to["additionalProperties"] = g.pick("false", g.schema(depth+1))
		}
	case choice == 12:
		to["required"] = g.required()
	case choice == 13 && deep:
		to["not"] = g.schema(depth + 1)
	case deep:
		to[g.pick("anyOf", "oneOf", "allOf")] = g.list(1+g.IntN(3), func() string { return g.schema(depth + 1) })
	default:
		to["description"], to["default"] = `"d"`, `{"$ref":"#/nowhere","$id":"x"}`
	}
}

func (g generator) types() string {
	all := []string{`"string"`, `"number"`, `"integer"`, `"boolean"`, `"null"`, `"array"`, `"object"`}
	if g.chance(60) {
		return g.pick(all...)
	}
	g.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return "[" + strings.Join(all[:1+g.IntN(4)], ",") + "]"
}

func (g generator) required() string {
	names := map[string]bool{}
	var listed []string
	for range 1 + g.IntN(2) {
		if name := g.name(); !names[name] {
			names[name] = true
			listed = append(listed, name)
		}
	}
	return "[" + strings.Join(listed, ",") + "]"
}

// valueFor writes a value that a schema may well hold for; a third of the time just any value.
func (g generator) valueFor(s strictjson.Value, depth int) string {
	if s.Kind() != strictjson.KindObject || s.Len() == 0 || depth > 5 || g.chance(12) {
		return g.value(depth)
	}
	for _, keyword := range []string{"const", "enum", "anyOf", "oneOf", "allOf"} {
		v, ok := s.Lookup(keyword)
		if !ok || g.chance(20) {
			continue
		}
		switch keyword {
		case "const":
			return g.respelt(v)
		case "enum":
			return g.respelt(v.Index(g.IntN(v.Len())))
		default:
			return g.valueFor(v.Index(g.IntN(v.Len())), depth+1)
		}
	}
	return g.shaped(s, depth)
}

func (g generator) shaped(s strictjson.Value, depth int) string {
	items, _ := s.Lookup("items")
	switch g.kindOf(s) {
	case "object":
		return g.objectFor(s, depth)
	case "array":
		return g.list(g.IntN(4), func() string { return g.valueFor(items, depth+1) })
	case "string":
		return g.text()
	case "boolean":
		return g.pick("true", "false")
	case "null":
		return "null"
	case "integer":
		return strconv.Itoa(g.IntN(20) - 5)
	case "number":
		return g.numberFor(s)
	default:
		return g.value(depth)
	}
}

// kindOf picks one of a schema's types or, without any, the type that one of its keywords is about.
func (g generator) kindOf(s strictjson.Value) string {
	if types, ok := s.Lookup("type"); ok {
		if types.Kind() == strictjson.KindArray {
			return types.Index(g.IntN(types.Len())).Text()
		}
		return types.Text()
	}
	for _, about := range []struct {
		kind     string
		keywords []string
	}{
		{"object", []string{"properties", "required", "additionalProperties"}},
		{"array", []string{"items", "uniqueItems"}},
		{"string", []string{"pattern", "format", "minLength"}},
		{"number", []string{"multipleOf", "minimum"}},
	} {
		if slices.ContainsFunc(about.keywords, s.Has) {
			return about.kind
		}
	}
	return ""
}

func (g generator) numberFor(s strictjson.Value) string {
	for _, keyword := range []string{"multipleOf", "minimum", "maximum", "exclusiveMinimum"} {
		if v, ok := s.Lookup(keyword); ok && g.chance(50) {
			return v.Text()
		}
	}
	return g.number()
}

func (g generator) objectFor(s strictjson.Value, depth int) string {
	properties, _ := s.Lookup("properties")
	required, _ := s.Lookup("required")
	additional, _ := s.Lookup("additionalProperties")
	values := map[string]string{}
	var order []string
	add := func(name string) {
		sub, ok := properties.Lookup(name)
		if !ok {
			sub = additional
		}
		if _, twice := values[name]; !twice {
			order = append(order, name)
			values[name] = g.valueFor(sub, depth+1)
		}
	}
	for name := range properties.Members() {
		if g.chance(70) {
			add(name)
		}
	}
	for _, name := range required.Items() {
		if g.chance(90) {
			add(name.Text())
		}
	}
	if g.chance(30) {
		add(strings.Trim(g.name(), `"`))
	}
	g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	members := make([]string, len(order))
	for i, name := range order {
		members[i] = strictjson.String(name).JSON() + ":" + values[name]
	}
	return "{" + strings.Join(members, ",") + "}"
}

// respelt writes a value again, now and then with its number or its members written otherwise.
func (g generator) respelt(v strictjson.Value) string {
	if n, ok := v.Decimal().Int64(); ok && v.Kind() == strictjson.KindNumber && n > -1000 && n < 1000 {
		return g.pick(v.Text(), strconv.FormatInt(n, 10)+".0", strconv.FormatInt(n*10, 10)+"e-1")
	}
	if v.Kind() == strictjson.KindObject && v.Len() > 1 {
		var members []string
		for i := v.Len() - 1; i >= 0; i-- {
			members = append(members, strictjson.String(v.Member(i).Name).JSON()+":"+g.respelt(v.Member(i).Value))
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return v.JSON()
}
