package run

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Begin is what a run begins with.
type Begin struct {
	ID       string // unique among all runs
	Owner    string // of long-lived resources; "" means the run itself
	Host     string // who runs it, in words of the host's own
	Session  *string
	Settings Settings
	Catalog  CatalogMark
	Prompt   string

	// Continues names the run that this one goes on from, and Transcript the items that it takes over.
	Continues  *Origin
	Transcript []Item

	// Data is kept in run_started: catalog, authority, mandate, reading, times.
	Data []strictjson.Member
}

// Start begins a run: its first transition starts it and commits the first attempt.
func Start(at time.Time, b Begin) (*Run, Transition, error) {
	switch {
	case b.ID == "":
		return nil, Transition{}, tool.Errorf(tool.Validation, "a run has an id")
	case b.Prompt == "" && len(b.Transcript) == 0:
		return nil, Transition{}, tool.Errorf(tool.Validation, "a run has a prompt")
	}
	r := &Run{used: map[string]bool{}}
	r.rec = begun(b)
	r.rec.Head.StartedAt = at.UTC().Truncate(time.Microsecond)
	d := r.draft(at)
	r.start(d, b)
	r.attempt(d)
	t, err := d.done()
	return r, t, err
}

func begun(b Begin) Record {
	if b.Owner == "" {
		b.Owner = b.ID
	}
	if b.Settings.Quota == 0 {
		b.Settings.Quota = DefaultQuota
	}
	if b.Settings.ProviderAttempts == 0 {
		b.Settings.ProviderAttempts = DefaultProviderAttempts
	}
	return Record{
		Head: Head{
			Version: Version, ID: b.ID, Owner: b.Owner, Host: b.Host, Session: b.Session, Continues: b.Continues,
			State: Queued, Work: Work{Quota: b.Settings.Quota}, Window: 1, Prompt: cut(b.Prompt),
			Provider: b.Settings.Provider, Model: b.Settings.Model, Mandate: b.Settings.Mandate,
		},
		Settings: b.Settings, Catalog: b.Catalog,
	}
}

func (r *Run) start(d *draft, b Begin) {
	r.rec.Head.Incarnation = 1
	items := make([]Item, 0, len(b.Transcript)+1)
	for _, item := range b.Transcript {
		if item.Source == "" {
			item.Source = "continued"
		}
		if item.call() {
			r.used[item.CallID] = true
		}
		items = append(items, item)
	}
	if b.Prompt != "" {
		items = append(items, Item{Type: MessageItem, Role: RoleUser, Text: b.Prompt, Source: "prompt"})
	}
	members := []strictjson.Member{
		{Name: "provider", Value: strictjson.String(b.Settings.Provider)},
		{Name: "model", Value: strictjson.String(b.Settings.Model)},
		{Name: "quota", Value: strictjson.Int(int64(r.rec.Head.Work.Quota))},
	}
	if b.Continues != nil {
		members = append(members, strictjson.Field("continues", object(
			"runId", b.Continues.RunID, "revision", b.Continues.Revision)))
	}
	d.event(Event{Type: RunStarted, Items: items, Data: strictjson.Object(append(members, b.Data...)...)})
}
