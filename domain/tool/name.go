package tool

import "strings"

// MaxNameBytes bounds a name, a namespace and a wire name, in bytes.
const MaxNameBytes = 64

// Name names a tool: a name within an optional namespace. The canonical form is `namespace::name`,
// or the name alone.
type Name struct{ Namespace, Name string }

// ParseName reads a canonical name.
func ParseName(text string) (Name, error) {
	n := Name{Name: text}
	if namespace, name, found := strings.Cut(text, "::"); found {
		n = Name{Namespace: namespace, Name: name}
		if !plain(namespace) {
			return Name{}, Errorf(Validation, "a namespace is 1 to %d of A-Z, a-z, 0-9, _ and -", MaxNameBytes)
		}
	}
	if !plain(n.Name) {
		return Name{}, Errorf(Validation, "a tool's name is 1 to %d of A-Z, a-z, 0-9, _ and -", MaxNameBytes)
	}
	return n, nil
}

// String returns the canonical name.
func (n Name) String() string {
	if n.Namespace == "" {
		return n.Name
	}
	return n.Namespace + "::" + n.Name
}

// Wire returns the name as a provider's wire can carry it: `namespace__name`, or the name alone.
func (n Name) Wire() string {
	if n.Namespace == "" {
		return n.Name
	}
	return n.Namespace + "__" + n.Name
}

// MarshalText writes the canonical name.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a canonical name.
func (n *Name) UnmarshalText(text []byte) error {
	read, err := ParseName(string(text))
	*n = read
	return err
}

// valid reports whether the parts of a name are well formed.
func (n Name) valid() bool { return plain(n.Name) && (n.Namespace == "" || plain(n.Namespace)) }

func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= MaxNameBytes
}
