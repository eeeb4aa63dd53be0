package bridge

import (
	"container/list"
	"sync"
	"time"

	"github.com/devcodex/intent-runtime/domain/reading"
	"github.com/devcodex/intent-runtime/ports"
)

// machines keeps the readings of active jobs beside their records, so that a record is decoded only if
// the store returns another than was kept. A machine leaves with its job: when it is taken for a
// candidate, when its job ends, and when its job has expired. There are never more than jobs may be
// active.
type machines struct {
	now  func() time.Time
	most int

	mu    sync.Mutex
	byJob map[jobKey]*list.Element
	order *list.List // of *keptMachine, the one kept last in front
}

type keptMachine struct {
	key     jobKey
	reading string // the record that the machine was written to
	expires time.Time
	machine *reading.Machine
}

func newMachines(most int, now func() time.Time) *machines {
	return &machines{now: now, most: most, byJob: make(map[jobKey]*list.Element), order: list.New()}
}

// keep keeps the machine of an active job with its record. The machine belongs to the keeper now.
func (m *machines) keep(record ports.JobRecord, machine *reading.Machine) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget(keyOf(record))
	now := m.now()
	// Lifetimes are alike, so the oldest is due first.
	for last := m.order.Back(); last != nil; last = m.order.Back() {
		kept := last.Value.(*keptMachine)
		if m.order.Len() < m.most && (kept.expires.IsZero() || now.Before(kept.expires)) {
			break
		}
		m.forget(kept.key)
	}
	m.byJob[keyOf(record)] = m.order.PushFront(&keptMachine{
		key: keyOf(record), reading: record.Reading, expires: record.ExpiresAt, machine: machine,
	})
}

// take returns the machine of a record and lets go of it; nil if none is kept, or that of another record.
func (m *machines) take(record ports.JobRecord) *reading.Machine {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.byJob[keyOf(record)]
	if !ok {
		return nil
	}
	m.forget(keyOf(record))
	if kept := at.Value.(*keptMachine); kept.reading == record.Reading {
		return kept.machine
	}
	return nil
}

// drop lets go of a job's machine.
func (m *machines) drop(key jobKey) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget(key)
}

// forget is drop with m.mu held.
func (m *machines) forget(key jobKey) {
	if at, ok := m.byJob[key]; ok {
		m.order.Remove(at)
		delete(m.byJob, key)
	}
}
