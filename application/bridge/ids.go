package bridge

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"

	"github.com/devcodex/intent-runtime/ports"
)

// Ids and tokens are copied by models, so they have one case and nothing that looks like anything else.
var alphabet = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// newID gives 160 random bits, 32 characters.
func newID() string { return random(20) }

// newToken gives 200 random bits, 40 characters.
func newToken() string { return random(25) }

func random(bytes int) string {
	bits := make([]byte, bytes)
	_, _ = rand.Read(bits) // never fails, says its documentation
	return alphabet.EncodeToString(bits)
}

// same compares in a time that depends on the lengths alone.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func digestOf(candidate string) string {
	sum := sha256.Sum256([]byte(candidate))
	return hex.EncodeToString(sum[:])
}

// answered finds the submission that a token was used for. It looks at all, so that its time does not
// tell which.
func answered(record ports.JobRecord, token string) (ports.JobStep, bool) {
	var found ports.JobStep
	seen := false
	for _, step := range record.Steps {
		if same(step.Token, token) {
			found, seen = step, true
		}
	}
	return found, seen
}
