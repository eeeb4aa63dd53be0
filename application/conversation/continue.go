package conversation

import (
	"context"
	"time"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	"github.com/devcodex/intent-runtime/ports/acting"
)

// Load reads a run of a journal. Nothing is written: an unfinished run is given as recovery_required.
func Load(ctx context.Context, j acting.Journal, runID string) (*run.Run, acting.Page, error) {
	page, err := acting.ReadAll(ctx, j, runID)
	if err != nil {
		return nil, acting.Page{}, err
	}
	r, err := run.Load(page.Head, page.Events)
	return r, page, err
}

// Recover reads a run and, if it is unfinished, takes it away from whoever ran it: from then on an older
// process of it can write nothing more. What was open is uncertain; without that the run has ended.
func Recover(ctx context.Context, j acting.Journal, runID string, now time.Time) (*run.Run, error) {
	r, _, err := Load(ctx, j, runID)
	if err != nil || r.Ended() {
		return r, err
	}
	return r, apply(ctx, j, r, now, run.Fence{})
}

// Reconcile writes down what a person found out about an uncertain effect of a recovered run.
func Reconcile(ctx context.Context, j acting.Journal, r *run.Run, now time.Time, in run.Reconcile) error {
	return apply(ctx, j, r, now, in)
}

func apply(ctx context.Context, j acting.Journal, r *run.Run, now time.Time, in run.Input) error {
	t, err := r.Apply(now, in)
	if err != nil {
		return err
	}
	if err := j.Commit(ctx, t); err != nil {
		r.Lose(err)
		return err
	}
	r.Acknowledge()
	return nil
}

// Continue makes settings go on from a run: s gets its transcript and names it. An unfinished run is
// recovered first, which stops it if it still runs somewhere. It fails with UnknownOutcome while effects
// of tools are uncertain, naming them.
func Continue(ctx context.Context, s Settings, runID string, now time.Time) (Settings, error) {
	r, err := Recover(ctx, s.Journal, runID, now)
	if err != nil {
		return s, err
	}
	items, err := r.Continuation()
	if err != nil {
		return s, err
	}
	for i := range items {
		if err := images(ctx, s.Journal, &items[i]); err != nil {
			return s, err
		}
	}
	s.Previous = items
	s.Continues = &run.Origin{RunID: runID, Revision: r.Head().Revision}
	if s.Mandate == "" {
		s.Mandate = r.Head().Mandate
	}
	return s, nil
}

// images gives an output's images their bytes back, which a journal keeps apart.
func images(ctx context.Context, j acting.Journal, item *run.Item) error {
	if item.Output == nil || len(item.Output.Images()) == 0 {
		return nil
	}
	output := tool.Result{Parts: append([]tool.Part(nil), item.Output.Parts...)}
	for i, part := range output.Parts {
		if part.Kind != tool.ImagePart {
			continue
		}
		data, err := j.Blob(ctx, part.Image.Digest)
		if err != nil {
			return err
		}
		image := *part.Image
		image.Data = data
		output.Parts[i].Image = &image
	}
	item.Output = &output
	return nil
}
