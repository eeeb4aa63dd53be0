package html

import (
	"crypto/sha256"
	_ "embed" // the style is a file of its own
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

//go:embed style.css
var style string

// styleOf returns the style of a page whose first linked things light up with their marks.
func styleOf(linked int) template.CSS {
	var b strings.Builder
	b.WriteString(style)
	for id := 1; id <= linked; id++ {
		fmt.Fprintf(&b, ":root:has(#u%d:hover,#u%d:target,#u%d:focus-within) .n%d{%s}\n", id, id, id, id, lit)
		fmt.Fprintf(&b, ":root:has(.n%d:hover) #u%d{%s}\n", id, id, lit)
	}
	return template.CSS(b.String())
}

const lit = "outline:2px solid var(--wait);outline-offset:1px"

// policy lets the page do nothing but have that style.
func policy(css template.CSS) string {
	digest := sha256.Sum256([]byte(css))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) +
		"'; base-uri 'none'; form-action 'none'"
}
