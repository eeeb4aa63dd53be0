package bootstrap

import (
	"context"
	"errors"
	"testing"

	"github.com/devcodex/intent-runtime/adapters/executor/offline"
	"github.com/devcodex/intent-runtime/adapters/sessions/memory"
	"github.com/devcodex/intent-runtime/adapters/validator/native"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Every set provides what it says, with a cleanup that ends it.
func TestSets(t *testing.T) {
	t.Parallel()
	usual, disposeUsual, err := wireDefaultIntent(intent.Config{}, offline.New())
	if err != nil {
		t.Fatal(err)
	}
	reader, dispose, err := wireIntent(intent.Config{}, offline.New(), native.New(), nil)
	if err != nil {
		t.Fatal(err)
	}
	instances := Instances{"usual": usual, "native": reader}
	settings := BridgeSettings{}
	hub, closeHub, err := wireBridge(instances, settings, memory.New(settings.Limits(), nil))
	if err != nil {
		t.Fatal(err)
	}
	inMemory, closeInMemory, err := wireDefaultBridge(instances, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*Bridge{hub, inMemory} {
		session := b.Connect()
		if reply := session.Prepare(t.Context(), PrepareCall{
			Instance: "native", Request: intent.Request{Input: "Thanks."},
		}); reply.Kind != KindTask {
			t.Errorf("got %s", reply.JSON())
		}
	}
	closeHub()
	closeInMemory()
	dispose()
	disposeUsual()
	if _, err := reader.Parse(context.Background(), intent.Request{Input: "x"}); !errors.Is(err, intent.InstanceDisposed) {
		t.Errorf("got %v", err)
	}
}

// What cannot be provided has no cleanup, and no value that looks like one.
func TestSetsFail(t *testing.T) {
	t.Parallel()
	wrong := intent.Config{Language: "English"}
	if reader, cleanup, err := wireDefaultIntent(wrong, nil); reader != nil || cleanup != nil || err == nil {
		t.Error(reader, err)
	}
	if hub, cleanup, err := wireDefaultBridge(nil, BridgeSettings{MaxJobs: -1}); hub != nil || cleanup != nil || err == nil {
		t.Error(hub, err)
	}
}

// Nothing that is nil is dereferenced.
func TestNilParts(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func() error{
		"validator":     func() error { _, err := NewIntent(intent.Config{}, nil, WithValidator(nil)); return err },
		"option":        func() error { _, err := NewIntent(intent.Config{}, nil, nil); return err },
		"bridge option": func() error { _, err := NewBridge(nil, BridgeSettings{}, nil); return err },
		"store":         func() error { _, err := NewBridge(nil, BridgeSettings{}, WithSessionStore(nil)); return err },
	} {
		if err := make(); intent.CodeOf(err) != intent.ConfigInvalid || len(intent.AsError(err).Issues) != 1 {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := NewIntent(intent.Config{}, nil, WithObserver(nil), WithLog(nil)); err != nil {
		t.Error(err)
	}
}
