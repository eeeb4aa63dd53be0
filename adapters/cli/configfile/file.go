package configfile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// File is a configuration file without a fault of its own.
type File struct {
	Name      string // as it was named
	Instances []Instance
	Bridge    *strictjson.Value // for the bridge to judge, as it stands; nil where the key is absent
}

// Fault makes the fault of a place in the file.
func (f *File) Fault(path, reason string) Fault {
	return Fault{File: f.Name, Path: path, Reason: reason}
}

// Instance is one entry of `instances`.
type Instance struct {
	Name string
	Path string // its key path

	// Settings is what is left for the runtime to judge, as it stands: an object without the three keys
	// below, or whatever else stands there.
	Settings strictjson.Value

	SchemaFile string    // made relative to the working directory; "" where the key is absent
	Validator  string    // "" where the key is absent
	Executor   *Executor // nil where the key is absent, or was not to be read
}

// Lookup finds an instance by its exact name.
func (f *File) Lookup(name string) (*Instance, bool) {
	for i := range f.Instances {
		if f.Instances[i].Name == name {
			return &f.Instances[i], true
		}
	}
	return nil, false
}

// Names lists the instances in the file's order.
func (f *File) Names() []string {
	names := make([]string, len(f.Instances))
	for i, instance := range f.Instances {
		names[i] = instance.Name
	}
	return names
}

// Known is what a file may name.
type Known struct {
	Providers  []Provider
	Validators []string

	// IgnoreExecutors leaves executor blocks unread, whatever stands there.
	IgnoreExecutors bool
}

// Read reads a file and lists every fault of the command's business in it. The error is a [Fault] or
// [Faults]; beside Faults of single keys there is the file, as far as it can be used.
func Read(ctx context.Context, name string, known Known) (*File, error) {
	text, err := ReadFile(ctx, name, MaxBytes)
	if err != nil {
		return nil, err
	}
	return Parse(name, text, known)
}

// Parse is [Read] of a text that came from a file of that name.
func Parse(name string, text []byte, known Known) (*File, error) {
	root, err := decode(name, text)
	if err != nil {
		return nil, err
	}
	r := reader{file: File{Name: name}, known: known}
	r.root(root)
	if len(r.faults) > 0 {
		return &r.file, r.faults
	}
	return &r.file, nil
}

// FaultsOf gives the faults of an error that [Read] returned.
func FaultsOf(err error) Faults {
	var many Faults
	var one Fault
	switch {
	case errors.As(err, &many):
		return many
	case errors.As(err, &one):
		return Faults{one}
	default:
		return nil
	}
}

// reader takes a file apart and gathers its faults.
type reader struct {
	file   File
	known  Known
	faults Faults
}

func (r *reader) fault(path, format string, args ...any) {
	r.faults.add(Fault{File: r.file.Name, Path: path, Reason: fmt.Sprintf(format, args...)})
}

// object checks that a value is an object with no keys but those.
func (r *reader) object(path string, value strictjson.Value, keys ...string) bool {
	if value.Kind() != strictjson.KindObject {
		r.fault(path, "is not an object")
		return false
	}
	for name := range value.Members() {
		if !slices.Contains(keys, name) {
			r.fault(strictjson.AppendName(path, name), "is not a key here: %s", alternatives(keys))
		}
	}
	return true
}

// alternatives names what would be right.
func alternatives(words []string) string {
	if len(words) == 0 {
		return "there are none"
	}
	return "known are " + strings.Join(words, ", ")
}

func (r *reader) root(root strictjson.Value) {
	if !r.object("", root, "instances", "bridge") {
		return
	}
	if instances, ok := root.Lookup("instances"); ok {
		r.instances(instances)
	} else {
		r.fault("/instances", "is missing")
	}
	if bridge, ok := root.Lookup("bridge"); ok {
		r.file.Bridge = &bridge
	}
}

func (r *reader) instances(value strictjson.Value) {
	if value.Kind() != strictjson.KindObject {
		r.fault("/instances", "is not an object")
		return
	}
	if value.Len() == 0 {
		r.fault("/instances", "names no instance")
	}
	for name, item := range value.Members() {
		r.file.Instances = append(r.file.Instances, r.instance(name, item))
	}
}

func (r *reader) instance(name string, value strictjson.Value) Instance {
	i := Instance{Name: name, Path: strictjson.AppendName("/instances", name), Settings: value}
	if value.Kind() != strictjson.KindObject {
		return i // the runtime's to refuse
	}
	var left []strictjson.Member
	for key, item := range value.Members() {
		at := strictjson.AppendName(i.Path, key)
		switch key {
		case "schemaFile":
			i.SchemaFile = r.schemaFile(at, item, value.Has("schema"))
		case "validator":
			i.Validator = r.word(at, item, r.known.Validators)
		case "executor":
			if !r.known.IgnoreExecutors {
				i.Executor = r.executor(at, item)
			}
		default:
			left = append(left, strictjson.Field(key, item))
		}
	}
	i.Settings = strictjson.Object(left...)
	return i
}

func (r *reader) schemaFile(path string, value strictjson.Value, besideSchema bool) string {
	if besideSchema {
		r.fault(path, "stands beside schema: keep one of the two")
	}
	name := r.text(path, value)
	switch {
	case strings.TrimSpace(name) == "":
		return "" // it has its fault
	case filepath.IsAbs(name):
		return name
	}
	return filepath.Join(filepath.Dir(r.file.Name), filepath.FromSlash(name))
}

// text takes a string that says something.
func (r *reader) text(path string, value strictjson.Value) string {
	switch {
	case value.Kind() != strictjson.KindString:
		r.fault(path, "is not a string")
	case strings.TrimSpace(value.Text()) == "":
		r.fault(path, "is blank")
	}
	return value.Text()
}

// word takes a string that is one of the words.
func (r *reader) word(path string, value strictjson.Value, words []string) string {
	if value.Kind() != strictjson.KindString || !slices.Contains(words, value.Text()) {
		r.fault(path, "is not known: %s", alternatives(words))
	}
	return value.Text()
}

// integer takes a whole number within bounds.
func (r *reader) integer(path string, value strictjson.Value, least, most int64) int {
	n, ok := value.Integer()
	if !ok || n < least || n > most {
		r.fault(path, "is not an integer from %d to %d", least, most)
		return 0
	}
	return int(n)
}
