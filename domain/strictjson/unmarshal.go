package strictjson

// UnmarshalJSON lets encoding/json read a value. It refuses what [Decode] refuses, but keeps numbers
// that a double cannot hold; see [Options].
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := Decode(text, Options{AnyNumber: true})
	if err != nil {
		return err
	}
	*v = read
	return nil
}

// IsZero reports whether the value is null, for encoding/json's omitzero.
func (v Value) IsZero() bool { return v.kind == KindNull }
