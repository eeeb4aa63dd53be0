package intent

import (
	"errors"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/domain/language"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// configReader takes the keys of a configuration's wire form one by one.
type configReader struct {
	config Config
	faults faultList
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
	default:
		r.faults.config(strictjson.AppendName("", key), "is not a key of the configuration")
	}
}

func (r *configReader) language(value strictjson.Value) {
	if value.Kind() != strictjson.KindString {
		r.faults.config("/language", "is not a string")
		return
	}
	if _, err := language.Parse(value.Text()); err != nil {
		r.faults.config("/language", err.Error())
	}
	r.config.Language = value.Text()
}

func (r *configReader) timeout(value strictjson.Value) {
	ms, ok := value.Integer()
	if !ok || ms < 0 || ms > MaxMilliseconds {
		r.faults.config("/timeoutMs", timeoutRule)
		return
	}
	r.config.Timeout = time.Duration(ms) * time.Millisecond
}

func (r *configReader) repair(value strictjson.Value) {
	switch n, ok := value.Integer(); {
	case ok && n == 1:
		r.config.Repair = RepairOnce
	case ok && n == 0:
		r.config.Repair = RepairNever
	default:
		r.faults.config("/repairAttempts", repairRule)
	}
}

func (r *configReader) limits(value strictjson.Value) {
	if value.Kind() != strictjson.KindObject {
		r.faults.config("/limits", "is not an object")
		return
	}
	for name, item := range value.Members() {
		r.limit(name, item)
	}
}

func (r *configReader) limit(name string, value strictjson.Value) {
	path := strictjson.AppendName("/limits", name)
	for _, field := range limitFields() {
		if field.name != name {
			continue
		}
		n, ok := value.Integer()
		if !ok || n < 1 || n > field.most || int64(int(n)) != n {
			r.faults.config(path, limitRule(field.most))
			return
		}
		*field.at(&r.config.Limits) = int(n)
		return
	}
	r.faults.config(path, "is not a limit")
}

// unreadable reports what the strict reader refused, as the schema's fault where it lies in there.
func unreadable(err error) *Error {
	pointer, reason := "", "cannot be read: "+err.Error()
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		pointer, reason = fault.Pointer, "cannot be read: "+fault.Reason
	}
	var faults faultList
	if inside, ok := strings.CutPrefix(pointer, "/schema"); ok && strings.HasPrefix(inside, "/") {
		faults.add(SchemaUnsupported, CategoryConfig, inside, reason)
		message := faults.summary("schema")
		return &Error{Code: SchemaUnsupported, Stage: StageConfig, Message: message, Issues: faults}
	}
	faults.config(pointer, reason)
	return configInvalid(faults)
}
