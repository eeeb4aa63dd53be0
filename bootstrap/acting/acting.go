// Package acting is the embedder's entry to the half that acts: it puts a run together from plain parts and
// starts it. It links no provider's SDK, no database and nothing of the half that reads.
//
// An embedder gives a journal (adapters/journal/…), a provider (adapters/provider/…, or one of his own),
// tools with grants, and a prompt:
//
//	conversation, err := acting.Start(ctx, acting.Settings{
//		Journal: memory.New(), Provider: provider, Prompt: "Go on.",
//
// Tools:   []ports.Descriptor{mine}, Grants: []tool.Grant{{Tool: mine.Contract.Name, Revision: 1, Approval:
// tool.ApproveNone}},
//
//	})
//	outcome, err := conversation.Wait(ctx)
//
// docs/acting.md tells what a run promises and what it does not.
//
// The package is public and covered by the project's compatibility promise.
package acting

import (
	"context"
	"slices"
	"time"

	"github.com/devcodex/intent-runtime/adapters/tools/clock"
	"github.com/devcodex/intent-runtime/adapters/tools/local"
	"github.com/devcodex/intent-runtime/adapters/tools/plan"
	"github.com/devcodex/intent-runtime/application/conversation"
	"github.com/devcodex/intent-runtime/application/execution"
	"github.com/devcodex/intent-runtime/application/profile"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// What a run is made of and how it ends; see package conversation.
type (
	// Conversation is one run at work.
	Conversation = conversation.Conversation
	// Outcome is how a run ended.
	Outcome = conversation.Outcome
	// Times are how long things may take.
	Times = conversation.Times
	// Authority is what a run may do beside its grants.
	Authority = execution.Authority
	// Options are the parts of a run that [Settings] does not name itself.
	Options = conversation.Settings
)

// Settings are what a run is started with.
type Settings struct {
	Journal  ports.Journal
	Provider ports.Provider
	Prompt   string

	// Tools are bound to their backends; each needs exactly one of the Grants, and each grant a tool.
	Tools  []ports.Descriptor
	Grants []tool.Grant

	Instructions string // "" means [Instructions]

	// Options hold everything else: times, budget, who is asked, who observes. Members that Settings has
	// itself are taken from Settings.
	Options Options
}

// Start begins a run and returns once that is committed. The error lists every fault at once.
func Start(ctx context.Context, s Settings) (*Conversation, error) {
	registry, err := execution.NewRegistry(1, s.Tools, s.Grants, profile.Names())
	if err != nil {
		return nil, err
	}
	o := s.Options
	o.Journal, o.Provider, o.Prompt, o.Registry = s.Journal, s.Provider, s.Prompt, registry
	o.Instructions = s.Instructions
	if o.Instructions == "" {
		o.Instructions = Instructions
	}
	return conversation.Start(ctx, o)
}

// Local returns the local tools that need no workspace: update_plan and clock. changed is told of each new
// plan; it may be nil, and so may now, which then is time.Now. A bundle of them is for one run.
func Local(now func() time.Time, changed func(plan.Plan)) []ports.Descriptor {
	return append([]ports.Descriptor{plan.Descriptor(changed)}, clock.Descriptors(now)...)
}

// Pinned returns all tools of the profile pinned_local: those of a workspace, update_plan and clock, in the
// order of [Definitions]; without commands where the options of tools have none. now and changed are as
// for [Local]. The bundle is for one run; give its Options the Release of tools, and close tools after it.
func Pinned(tools *local.Tools, now func() time.Time, changed func(plan.Plan)) []ports.Descriptor {
	own := tools.Descriptors()
	image := len(own) - 1
	return slices.Concat(own[:image], []ports.Descriptor{plan.Descriptor(changed)}, own[image:],
		clock.Descriptors(now))
}

// Definitions returns the contracts of the profile pinned_local, without any backend.
func Definitions() []tool.Contract {
	own := local.Contracts()
	image := len(own) - 1
	return slices.Concat(own[:image], []tool.Contract{plan.Contract()}, own[image:], clock.Contracts())
}
