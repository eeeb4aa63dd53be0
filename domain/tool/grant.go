package tool

// Approval tells which calls under a grant ask a person first.
type Approval string

// The approvals, from the widest grant to the narrowest.
const (
	ApproveNone      Approval = "none"      // no call asks
	ApproveDeletions Approval = "deletions" // calls ask that remove or replace something
	ApproveEach      Approval = "each"      // every call asks
)

// Narrower returns the narrower of two approvals: the one that asks more often.
func (a Approval) Narrower(b Approval) Approval {
	if a.rank() >= b.rank() {
		return a
	}
	return b
}

// Wider returns the wider of two approvals: the one that asks less often.
func (a Approval) Wider(b Approval) Approval {
	if a.rank() <= b.rank() {
		return a
	}
	return b
}

func (a Approval) rank() int {
	switch a {
	case ApproveNone:
		return 0
	case ApproveDeletions:
		return 1
	default:
		return 2
	}
}

func (a Approval) known() bool { return a == ApproveNone || a == ApproveDeletions || a == ApproveEach }

// Grant is the host's word that a run may call one tool at one revision.
type Grant struct {
	Tool     Name     `json:"tool"`
	Revision int      `json:"revision"`
	Approval Approval `json:"approval"`
	Contract string   `json:"contract,omitempty"` // the contract's digest; "" binds to the revision alone

	// ExceptReadOnly says that a call that changes nothing, by contract or by proof, does not ask under
	// this grant.
	ExceptReadOnly bool   `json:"exceptReadOnly,omitempty"`
	Reason         string `json:"reason,omitempty"` // why calls ask, for the person; "" for a general one
}

// NeedKind tells what a call would do that may need a person's word.
type NeedKind string

// The kinds of needs.
const (
	Deletion    NeedKind = "deletion"    // something is removed
	Replacement NeedKind = "replacement" // something that is there is written over
)

// Need is one thing about a call that a person may have to approve. A descriptor's Needs lists them.
type Need struct {
	Kind  NeedKind `json:"kind"`
	Files []string `json:"files,omitempty"` // as the arguments spell them
}

// Finding is what a descriptor's Check found out about a call that is well formed.
type Finding struct {
	// ReadOnly names the proof that this one call changes nothing; "" if there is none. The call then
	// counts as read-only for prohibitions, conditions and unknown outcomes; the proof is journaled.
	ReadOnly string `json:"readOnly,omitempty"`
}
