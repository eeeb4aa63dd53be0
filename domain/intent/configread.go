package intent

import (
	"errors"
	"math"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/language"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// configReader takes the keys of a configuration's wire form one by one.
type configReader struct {
	config Config
	faults Faults
}

func (r *configReader) key(key string, value strictjson.Value) {
	switch key {
	case "language":
		r.language(value)
	case "schema":
		r.config.Schema = value.AppendJSON(nil)
	case "timeoutMs":
		r.timeout(value)
	case "repairAttempts":
		r.repair(value)
	case "limits":
		r.limits(value)
	}
}

func (r *configReader) language(value strictjson.Value) {
	r.config.Language = r.faults.Text("/language", value)
	if value.Kind() != strictjson.KindString {
		return
	}
	if _, err := language.Parse(r.config.Language); err != nil {
		r.faults.Add("/language", err.Error())
	}
}

func (r *configReader) timeout(value strictjson.Value) {
	ms, _ := r.faults.Integer("/timeoutMs", value, 0, MaxMilliseconds, timeoutRule)
	r.config.Timeout = time.Duration(ms) * time.Millisecond
}

func (r *configReader) repair(value strictjson.Value) {
	if n, ok := r.faults.Integer("/repairAttempts", value, 0, 1, repairRule); ok && n == 0 {
		r.config.Repair = RepairNever
	}
}

func (r *configReader) limits(value strictjson.Value) {
	if value.Kind() != strictjson.KindObject {
		r.faults.Add("/limits", "is not an object")
		return
	}
	for name, item := range value.Members() {
		if r.faults.Full() {
			return
		}
		r.limit(name, item)
	}
}

func (r *configReader) limit(name string, value strictjson.Value) {
	path := strictjson.AppendName("/limits", name)
	for _, field := range limitFields {
		if field.name != name {
			continue
		}
		most := min(field.most, math.MaxInt)
		if n, ok := r.faults.Integer(path, value, 1, most, limitRule(field.most)); ok {
			*field.at(&r.config.Limits) = int(n)
		}
		return
	}
	r.faults.Add(path, "is not a limit")
}

// unreadableConfig reports what the strict reader refused, as the schema's fault where it lies in there.
func unreadableConfig(err error) error {
	var faults Faults
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		if inside, ok := strings.CutPrefix(fault.Pointer, "/schema"); ok && strings.HasPrefix(inside, "/") {
			faults.Add(inside, "cannot be read: "+fault.Reason)
			return faults.Err(SchemaUnsupported, StageConfig, "schema")
		}
	}
	faults.Read(err)
	return configInvalid(&faults)
}
