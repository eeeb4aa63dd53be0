package bridge

import (
	"errors"

	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// settingsNesting is deeper than any well-formed settings, so that a fault is named where it lies.
const settingsNesting = 32

// ReadSettings reads the wire form of the settings: an object with any of the keys `maxJobs`,
// `maxReplayEntries`, `maxReplayBytes`, `jobTtlMs`, `replayTtlMs` and `maxReplyBytes`. It is read
// strictly and with presence: a key that is there is judged, also when its value is 0 or null. Every
// fault is listed in the error, which is CONFIG_INVALID.
func ReadSettings(text []byte) (Settings, *intent.Error) {
	var found faults
	root, err := strictjson.Decode(text, strictjson.Options{MaxDepth: settingsNesting, AnyNumber: true})
	if err != nil {
		found.config(faultOf(err))
		return Settings{}, found.configInvalid()
	}
	if root.Kind() != strictjson.KindObject {
		found.config("", "is not an object")
		return Settings{}, found.configInvalid()
	}
	var settings Settings
	for name, value := range root.Members() {
		found.setting(&settings, name, value)
	}
	found.jobsWithinEntries(settings)
	return settings, found.configInvalid()
}

// faultOf gives where and why the strict reader refused a document.
func faultOf(err error) (pointer, reason string) {
	var fault *strictjson.Error
	if errors.As(err, &fault) {
		return fault.Pointer, "cannot be read: " + fault.Reason
	}
	return "", "cannot be read"
}

func (f *faults) setting(settings *Settings, name string, value strictjson.Value) {
	path := strictjson.AppendName("", name)
	for _, field := range settingFields {
		if field.name != name {
			continue
		}
		n, ok := field.read(value)
		if !ok {
			f.config(path, field.rule())
			return
		}
		field.set(settings, n)
		return
	}
	f.config(path, "is not a setting of the bridge")
}

// read gives the setting's value where it is one.
func (f settingField) read(value strictjson.Value) (int64, bool) {
	n, ok := value.Integer()
	return n, ok && n <= maxSetting && (n > 0 || n == 0 && f.orZero)
}

// jobsWithinEntries finds active jobs that could not all be kept. Unless it is set, maxJobs follows.
func (f *faults) jobsWithinEntries(s Settings) {
	whole := s.WithDefaults()
	if whole.MaxReplayEntries > 0 && whole.MaxJobs > whole.MaxReplayEntries {
		f.config("/maxJobs", "is more than maxReplayEntries")
	}
}
