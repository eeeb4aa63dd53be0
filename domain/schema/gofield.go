package schema

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// goField is one field as encoding/json sees it.
type goField struct {
	name     string // in JSON
	path     string // in Go
	tag      string // the `intent` tag
	typ      reflect.Type
	optional bool
	named    bool // the name stands in the tag
	depth    int  // of embedding
}

// fields lists what encoding/json reads into a struct, in order, by its rules: of two fields of one name
// the one nearer to the root counts, of two at one depth the one that is named by its tag, else neither.
func (d *typeReader) fields(t reflect.Type, path string) []goField {
	all := d.gather(t, path, 0, false)
	var kept []goField
	for i, f := range all {
		dominant := true
		for j, other := range all {
			if i != j && other.name == f.name && !f.over(other) {
				dominant = false
			}
		}
		if dominant {
			kept = append(kept, f)
		}
	}
	return kept
}

// over reports whether a field hides another one of the same name.
func (f goField) over(other goField) bool {
	if f.depth != other.depth {
		return f.depth < other.depth
	}
	return f.named && !other.named
}

func (d *typeReader) gather(t reflect.Type, path string, depth int, optional bool) []goField {
	var all []goField
	for i := range t.NumField() {
		field := t.Field(i)
		at := path + "." + field.Name
		tag, _ := field.Tag.Lookup("json")
		if tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if field.Anonymous && name == "" {
			if inner, deeper, ok := d.embedded(field, at); ok {
				all = append(all, d.embed(inner, at, depth+1, optional || deeper)...)
				continue
			}
		}
		if !field.IsExported() {
			continue
		}
		if slices.Contains(strings.Split(options, ","), "string") {
			d.refuse(at, "has the option string, which wraps the value in a text")
		}
		f := goField{
			name:  name,
			path:  at,
			tag:   field.Tag.Get("intent"),
			typ:   field.Type,
			named: validName(name),
			depth: depth,
		}
		if !f.named {
			f.name = field.Name
		}
		f.optional = optional || field.Type.Kind() == reflect.Pointer ||
			slices.ContainsFunc(
				strings.Split(options, ","),
				func(o string) bool { return o == "omitempty" || o == "omitzero" },
			)
		all = append(all, f)
	}
	return all
}

// embedded reports whether a field stands for the fields of its struct, and whether they are then optional.
func (d *typeReader) embedded(
	field reflect.StructField,
	path string,
) (inner reflect.Type, optional, ok bool) {
	inner = field.Type
	if inner.Kind() == reflect.Pointer {
		inner, optional = inner.Elem(), true
		if !field.IsExported() && inner.Kind() == reflect.Struct {
			d.refuse(path, "is a pointer to an embedded type that is not exported, which cannot be set")
		}
	}
	return inner, optional, inner.Kind() == reflect.Struct && inner != timeType
}

func (d *typeReader) embed(inner reflect.Type, path string, depth int, optional bool) []goField {
	if slices.Contains(d.within, inner) {
		d.refuse(path, "embeds itself")
		return nil
	}
	d.within = append(d.within, inner)
	defer func() { d.within = d.within[:len(d.within)-1] }()
	return d.gather(inner, path, depth, optional)
}

// validName reports whether encoding/json takes a name from a tag.
func validName(name string) bool {
	if name == "" {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) &&
			!unicode.IsDigit(r)
	})
}
