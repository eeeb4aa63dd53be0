package prompt

import (
	"crypto/sha256"
	_ "embed" // the instructions are prose and live in files of their own
	"encoding/hex"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// InstructionVersion is raised whenever the instructions ask for something else than before.
const InstructionVersion = "2"

// MaxInstructionBytes bounds the instructions of a stage, the line for a repair included.
const MaxInstructionBytes = 12 * 1024

var (
	//go:embed instructions/core.md
	coreInstructions string
	//go:embed instructions/data.md
	dataInstructions string
	//go:embed instructions/repair.md
	repairLine string
)

func instructions(stage intent.Stage) string {
	if stage == intent.StageData {
		return dataInstructions
	}
	return coreInstructions
}

// repairInstructions is what a repair adds to a stage's instructions, on a line of its own.
func repairInstructions() string { return "\n" + repairLine }

// InstructionDigest is the SHA-256 of all instructions, in hex: two builds with the same digest ask
// models in the same words.
func InstructionDigest() string {
	hash := sha256.New()
	for _, text := range []string{coreInstructions, dataInstructions, repairLine} {
		hash.Write([]byte(text))
		hash.Write([]byte{0}) // so that moving text between files changes the digest
	}
	return hex.EncodeToString(hash.Sum(nil))
}
