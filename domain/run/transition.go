package run

import (
	"time"

	"github.com/devcodex/intent-runtime/domain/strictjson"
	"github.com/devcodex/intent-runtime/domain/tool"
)

// Transition is one atomic write: the run's head after it, the events, the effects that changed and the
// blobs that are new, under compare-and-set on revision and incarnation before it. It holds what changed
// and nothing else.
type Transition struct {
	From    Stamp // what the journal must hold; the zero Stamp for a run that must not be there yet
	Head    Head  // what it holds afterwards
	Events  []Sealed
	Effects []Effect // whole, to be put in place of those of the same id
	Blobs   []Blob
}

// Stamp is what a transition is compared with.
type Stamp struct {
	Revision    int64
	Incarnation int
}

// draft is a transition in the making. It lives within one Apply.
type draft struct {
	run *Run
	at  time.Time
	t   Transition
	err error // the first event that could not be written
}

func (r *Run) draft(at time.Time) *draft {
	d := &draft{run: r, at: at.UTC().Truncate(time.Microsecond)}
	d.t.From = Stamp{Revision: r.rec.Head.Revision, Incarnation: r.rec.Head.Incarnation}
	r.rec.Head.Revision++
	return d
}

// event adds an event; number, revision, time and chain are the draft's to give. Items get their ids
// and are appended to the transcript.
func (d *draft) event(e Event) {
	head := &d.run.rec.Head
	for i := range e.Items {
		e.Items[i].ID = int64(len(d.run.rec.Transcript) + 1)
		e.Items[i].Window = head.Window
		d.run.rec.Transcript = append(d.run.rec.Transcript, e.Items[i])
		d.blobs(e.Items[i])
	}
	head.Events++
	e.Number, e.Version, e.Revision, e.At, e.Previous = head.Events, Version, head.Revision, d.at, head.Chain
	sealed, err := seal(e)
	if err != nil && d.err == nil {
		d.err = err
	}
	head.Chain = sealed.Digest
	d.t.Events = append(d.t.Events, sealed)
}

func (d *draft) blobs(item Item) {
	if item.Output == nil {
		return
	}
	for _, image := range item.Output.Images() {
		if image.Data != nil {
			d.t.Blobs = append(d.t.Blobs, Blob{Digest: image.Digest, MIME: image.MIME, Data: image.Data})
		}
	}
}

// effect stores a changed effect: in the transition, and among the open ones of the record.
func (d *draft) effect(e Effect) {
	d.t.Effects = append(d.t.Effects, e)
	kept := d.run.rec.Effects[:0:0]
	for _, other := range d.run.rec.Effects {
		if other.ID != e.ID {
			kept = append(kept, other)
		}
	}
	if e.State == EffectCommitted || e.State == EffectUncertain {
		kept = append(kept, e)
	}
	d.run.rec.Effects = kept
}

// done seals the transition; the run takes nothing before it is acknowledged.
func (d *draft) done() (Transition, error) {
	if d.err != nil {
		return Transition{}, d.err
	}
	head := &d.run.rec.Head
	head.State = d.run.State()
	head.UpdatedAt = d.at
	d.run.rec.Pending = true
	d.t.Head = *head
	return d.t, nil
}

// object makes the data of an event from names and values in turn.
func object(pairs ...any) strictjson.Value {
	var members []strictjson.Member
	for i := 0; i+1 < len(pairs); i += 2 {
		if value, ok := valueOf(pairs[i+1]); ok {
			members = append(members, strictjson.Field(pairs[i].(string), value))
		}
	}
	return strictjson.Object(members...)
}

// valueOf gives what an event shows of a value; empty texts and nulls are left out.
func valueOf(v any) (strictjson.Value, bool) {
	switch v := v.(type) {
	case string:
		return strictjson.String(v), v != ""
	case int:
		return strictjson.Int(int64(v)), true
	case int64:
		return strictjson.Int(v), true
	case bool:
		return strictjson.Bool(v), v
	case []string:
		return strictjson.Strings(v), len(v) > 0
	case []tool.Need:
		return needsValue(v), len(v) > 0
	case strictjson.Value:
		return v, !v.IsNull()
	default:
		return strictjson.Null(), false
	}
}

func needsValue(needs []tool.Need) strictjson.Value {
	items := make([]strictjson.Value, len(needs))
	for i, need := range needs {
		items[i] = object("kind", string(need.Kind), "files", need.Files)
	}
	return strictjson.Array(items...)
}
