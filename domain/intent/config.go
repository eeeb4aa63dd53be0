package intent

import (
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/domain/language"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// DefaultLanguage is the structured language where none is configured.
const DefaultLanguage = "en"

// Repair says how often a stage with a mistaken candidate is asked again.
type Repair uint8

// The zero Repair allows one repair a stage.
const (
	RepairOnce Repair = iota
	RepairNever
)

// Attempts gives the number of repairs a stage may have.
func (r Repair) Attempts() int {
	if r == RepairOnce {
		return 1
	}
	return 0
}

// Config is the configuration of one instance. Its zero value is valid: English, no schema, no
// deadline, one repair, default limits. It is checked whole and copied where an instance is made;
// later changes to it change nothing.
type Config struct {
	// Language is the BCP 47 tag of the language that explanations are written in; "" is
	// [DefaultLanguage].
	Language string

	// Schema is a Draft-7 JSON Schema as JSON text, read strictly; see docs/schemas.md. Nil, empty or
	// {} means that there are no fields.
	Schema []byte

	// Timeout is the deadline of a whole parse, repairs and both stages together; 0 adds none, and the
	// caller's context always counts. At most 2^31−1 milliseconds.
	Timeout time.Duration

	Repair Repair

	// Queue is how many parses may wait for a place, until their context ends or the Timeout passes, once
	// maxConcurrentParses are in flight; 0 refuses them at once. It is not part of the wire form.
	Queue int

	// StopAtClarification skips stage data if an intent needs clarification: the data of a request that has
	// to be asked again would be read twice. The result's data is then empty, and its audit says so. It is
	// not part of the wire form.
	StopAtClarification bool

	Limits Limits
}

// Check lists every fault of the configuration but those of the schema, whose reader judges it. The
// error is CONFIG_INVALID with one issue a fault; nil if there is none.
func (c Config) Check() error {
	var faults Faults
	if _, err := language.Parse(c.language()); err != nil {
		faults.Add("/language", err.Error())
	}
	if c.Timeout < 0 || c.Timeout > MaxMilliseconds*time.Millisecond {
		faults.Add("/timeoutMs", timeoutRule)
	}
	if c.Repair > RepairNever {
		faults.Add("/repairAttempts", repairRule)
	}
	if c.Queue < 0 {
		faults.Add("/queue", "is negative")
	}
	c.Limits.check(&faults)
	return configInvalid(&faults)
}

func (c Config) language() string {
	if c.Language == "" {
		return DefaultLanguage
	}
	return c.Language
}

// WithDefaults returns a copy that shares no memory with c, with the canonical language tag and every
// limit filled in. A language that [Config.Check] refuses is kept as it is.
func (c Config) WithDefaults() Config {
	c.Language = c.language()
	if tag, err := language.Parse(c.Language); err == nil {
		c.Language = tag.String()
	}
	c.Schema = slices.Clone(c.Schema)
	c.Limits = c.Limits.WithDefaults()
	return c
}

const (
	timeoutRule = "is not an integer from 0 to 2147483647 (milliseconds)"
	repairRule  = "is not 0 or 1"
)

func configInvalid(faults *Faults) error {
	return faults.Err(ConfigInvalid, StageConfig, "configuration")
}

// configKeys are the keys of a configuration's wire form.
var configKeys = []string{"language", "schema", "timeoutMs", "repairAttempts", "limits"}

// ReadConfig reads the wire form of a configuration: an object with any of the keys `language`,
// `schema`, `timeoutMs`, `repairAttempts` and `limits`. It is read strictly and with presence: a key
// that is there is judged, also when its value is 0, null or "". Every fault is listed in the error,
// which is CONFIG_INVALID, or SCHEMA_UNSUPPORTED if the schema cannot be read at all; the rest of
// the schema is judged where an instance is made.
func ReadConfig(text []byte) (Config, error) {
	root, err := strictjson.Decode(text, strictjson.Options{AnyNumber: true})
	if err != nil {
		return Config{}, unreadableConfig(err)
	}
	return ConfigFromValue(root)
}

// ConfigFromValue reads a configuration from JSON that was read strictly already, numbers of any size
// allowed; see [ReadConfig].
func ConfigFromValue(root strictjson.Value) (Config, error) {
	r := configReader{}
	for key, value := range r.faults.Members("", root, "the configuration", configKeys...) {
		r.key(key, value)
	}
	if !r.faults.None() {
		return Config{}, configInvalid(&r.faults)
	}
	return r.config, nil
}
