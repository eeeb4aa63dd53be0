package bridge

import (
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// settingsNesting is deeper than any well-formed settings, so that a fault is named where it lies.
const settingsNesting = 32

// ReadSettings reads the wire form of the settings: an object with any of the keys `maxJobs`,
// `maxReplayEntries`, `maxReplayBytes`, `jobTtlMs`, `replayTtlMs`, `maxReplyBytes` and `hosts`. It is read
// strictly and with presence: a key that is there is judged, also when its value is 0 or null. Every
// fault is listed in the error, which is CONFIG_INVALID.
func ReadSettings(text []byte) (Settings, error) {
	root, err := strictjson.Decode(text, strictjson.Options{MaxDepth: settingsNesting, AnyNumber: true})
	if err != nil {
		var found intent.Faults
		found.Read(err)
		return Settings{}, settingsInvalid(&found)
	}
	return SettingsFromValue(root)
}

// SettingsFromValue reads settings from JSON that was read strictly already; see [ReadSettings].
func SettingsFromValue(root strictjson.Value) (Settings, error) {
	var found intent.Faults
	names := make([]string, len(settingFields))
	for i, field := range settingFields {
		names[i] = field.name
	}
	var settings Settings
	for name, value := range found.Members("", root, "the bridge's settings", append(names, "hosts")...) {
		if name == "hosts" {
			settings.Hosts = readHosts(&found, value)
			continue
		}
		settings.set(&found, name, value)
	}
	settings.jobsWithinEntries(&found)
	return settings, settingsInvalid(&found)
}

// readHosts reads {codex: {maxReplyBytes}}.
func readHosts(found *intent.Faults, root strictjson.Value) Hosts {
	var hosts Hosts
	for host, value := range found.Members("/hosts", root, "the hosts that are known to cut", "codex") {
		path := "/hosts/" + host
		for _, value := range found.Members(path, value, "a host's settings", "maxReplyBytes") {
			n, _ := found.Integer(path+"/maxReplyBytes", value, 1, maxSetting, positive())
			hosts.Codex.MaxReplyBytes = int(n)
		}
	}
	return hosts
}

func settingsInvalid(found *intent.Faults) error {
	return found.Err(intent.ConfigInvalid, intent.StageConfig, "bridge settings")
}

func (s *Settings) set(found *intent.Faults, name string, value strictjson.Value) {
	for _, field := range settingFields {
		if field.name != name {
			continue
		}
		if n, ok := field.read(value); ok {
			field.set(s, n)
		} else {
			found.Add("/"+name, field.rule())
		}
	}
}

// read gives the setting's value where it is one.
func (f settingField) read(value strictjson.Value) (int64, bool) {
	n, ok := value.Integer()
	return n, ok && n <= maxSetting && (n > 0 || n == 0 && f.orZero)
}

// jobsWithinEntries finds active jobs that could not all be kept. Unless it is set, maxJobs follows.
func (s Settings) jobsWithinEntries(found *intent.Faults) {
	whole := s.WithDefaults()
	if whole.MaxReplayEntries > 0 && whole.MaxJobs > whole.MaxReplayEntries {
		found.Add("/maxJobs", "is more than maxReplayEntries")
	}
}
