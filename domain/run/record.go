package run

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Head is a run's row in a journal: what it is and where it stands. It is plain data and does not grow
// with the run's length.
type Head struct {
	Version     int     `json:"version"`
	ID          string  `json:"runId"`
	Root        *string `json:"root"`      // the first run of its tree; null for a run by itself
	Parent      *string `json:"parent"`    // the run that started it
	Continues   *Origin `json:"continues"` // the run that it goes on from
	Session     *string `json:"session"`
	Owner       string  `json:"owner"` // of commands, plan and permissions
	Host        string  `json:"host,omitempty"`
	Revision    int64   `json:"revision"`
	Incarnation int     `json:"incarnation"`
	State       State   `json:"state"`

	Attempts    int  `json:"attempts"`
	Work        Work `json:"work"`
	Invocations int  `json:"invocations"`
	Window      int  `json:"window"`

	Message  *string     `json:"message"` // the model's last text
	Error    *tool.Error `json:"error,omitempty"`
	Prompt   string      `json:"prompt,omitempty"` // the beginning of what was asked
	Provider string      `json:"provider,omitempty"`
	Model    string      `json:"model,omitempty"`
	Mandate  string      `json:"mandate,omitempty"` // its digest

	Events    int64     `json:"events"` // the number of the last event
	Chain     string    `json:"chain"`  // the digest of the last event
	StartedAt time.Time `json:"startedAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Origin is the run that another one continues, as it was then.
type Origin struct {
	RunID    string `json:"runId"`
	Revision int64  `json:"revision"`
}

// Work is a run's budget: attempts and committed calls.
type Work struct {
	Used  int `json:"used"`
	Quota int `json:"quota"`
}

// Settings are what a run is started with.
type Settings struct {
	Quota            int    `json:"quota"`            // 0 means DefaultQuota
	ProviderAttempts int    `json:"providerAttempts"` // in a row, if transient; 0 means DefaultProviderAttempts
	Provider         string `json:"provider"`
	Model            string `json:"model"`
	Instructions     string `json:"instructions"` // their digest
	Mandate          string `json:"mandate,omitempty"`
}

// CatalogMark names the catalog that is in force.
type CatalogMark struct {
	Revision int    `json:"revision"`
	Digest   string `json:"digest"`
}

// Record is everything about a run, as plain data: [Restore] makes a run of it that goes on in the same
// way. Its slices belong to whoever holds the record, but for the transcript's items, which nobody changes.
type Record struct {
	Head     Head        `json:"head"`
	Settings Settings    `json:"settings"`
	Catalog  CatalogMark `json:"catalog"`
	Phase    Phase       `json:"phase"`

	Transcript   []Item        `json:"transcript"`
	Effects      []Effect      `json:"effects,omitempty"` // open or uncertain
	Batch        []Call        `json:"batch,omitempty"`   // calls of the last reply that are still to come
	Current      *Current      `json:"current,omitempty"` // the call under way
	Called       bool          `json:"called,omitempty"`  // the last reply had calls
	Interactions []Interaction `json:"interactions,omitempty"`
	Steering     []string      `json:"steering,omitempty"`
	FollowUps    []string      `json:"followUps,omitempty"`
	Failures     int           `json:"failures,omitempty"` // transient ones of the provider in a row
	Pause        time.Duration `json:"pause,omitempty"`
	Staged       *Staged       `json:"staged,omitempty"`
	Stop         *Stop         `json:"stop,omitempty"`
	Pending      bool          `json:"pending,omitempty"` // the last transition is not acknowledged
	Lost         *tool.Error   `json:"lost,omitempty"`    // the journal was lost: the run has ended in memory
}

// Phase is what a run does next, if nothing else comes in.
type Phase string

// The phases of a run.
const (
	PhaseProvider   Phase = "provider"   // an attempt is out
	PhasePause      Phase = "pause"      // before a new attempt after a transient failure
	PhaseCall       Phase = "call"       // a call of the batch is judged, asked for, or out
	PhaseStopping   Phase = "stopping"   // what is out is stopped
	PhaseReleasing  Phase = "releasing"  // the owner's resources are closed
	PhaseEnded      Phase = "ended"      //
	PhaseRecovering Phase = "recovering" // loaded unfinished: only fence, reconcile and close
)

// Current is the call under way.
type Current struct {
	Call         Call       `json:"call"`
	InvocationID string     `json:"invocationId"`
	Waiting      bool       `json:"waiting,omitempty"`   // for an approval
	Approval     *Approved  `json:"approval,omitempty"`  // given
	Admission    *Admission `json:"admission,omitempty"` // committed
}

// Approved is an approval that was given, for exactly one call.
type Approved struct {
	InteractionID string      `json:"interactionId"`
	Contract      string      `json:"contract"`
	Digest        string      `json:"digest"` // of the arguments
	Needs         []tool.Need `json:"needs,omitempty"`
}

// Staged is a catalog that takes effect at the next attempt, if the call that staged it settles ok.
type Staged struct {
	PublicationID string      `json:"publicationId"`
	Effect        string      `json:"effect"`
	Catalog       CatalogMark `json:"catalog"`
	Settled       bool        `json:"settled,omitempty"`
}

// Stop is why a run ends and what it ends as, if nothing uncertain is left.
type Stop struct {
	State State       `json:"state"`
	Error *tool.Error `json:"error,omitempty"`
}

// Admission is what a call was admitted as; it stands in its commit.
type Admission struct {
	Tool            string        `json:"tool"`
	Revision        int           `json:"revision"`
	Contract        string        `json:"contract"` // the contract's digest
	CatalogRevision int           `json:"catalogRevision"`
	Grant           tool.Approval `json:"grant"`
	Arguments       string        `json:"arguments"` // their digest
	Prepared        string        `json:"prepared"`  // see PreparedDigest
	ReadOnly        bool          `json:"readOnly"`
	Proof           string        `json:"proof,omitempty"` // of being read-only
	Parallel        bool          `json:"parallel,omitempty"`
	Needs           []tool.Need   `json:"needs,omitempty"`
}

// PreparedDigest returns the digest that binds a commit to what was judged.
func PreparedDigest(runID, invocation, name string, revision int, arguments tool.Arguments) string {
	return tool.Digest(strictjson.Object(
		strictjson.Field("arguments", arguments.JSON()),
		strictjson.Field("invocation", strictjson.String(invocation)),
		strictjson.Field("revision", strictjson.Int(int64(revision))),
		strictjson.Field("run", strictjson.String(runID)),
		strictjson.Field("tool", strictjson.String(name)),
	))
}
