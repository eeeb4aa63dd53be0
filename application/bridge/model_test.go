package bridge_test

import (
	"slices"
	"strings"
	"time"

	"github.com/devcodex/intent-runtime/application/bridge"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// model is bridge.md in plain words: lists that are walked, nothing that is clever. Capacity by bytes
// is left to the store's kit.
type model struct {
	settings bridge.Settings
	now      time.Time
	jobs     []*modelJob // kept, in order of use or end, the latest last
}

type modelJob struct {
	session  int
	instance int
	fields   bool // there is a data stage
	task     task
	state    string // active, ended, or the code that ended it from outside
	stage    intent.Stage
	repaired bool
	corePast bool
	steps    map[string]modelStep // by token
	used     []string             // tokens, in order
	final    string
	due      time.Time // when it expires or is forgotten; zero is never
	renewed  int       // orders jobs that expire at the same time
}

type modelStep struct{ text, reply string }

const maxOutput = 2000

var oversize = strings.Repeat("x", maxOutput+1)

// wanted is what a reply must be.
type wanted struct {
	kind    bridge.Kind
	code    intent.Code
	stage   intent.Stage
	partial bool
	same    string // the JSON of a reply given before
}

var (
	notFound = wanted{kind: bridge.KindError, code: intent.BridgeJobNotFound, stage: intent.StageBridge}
	conflict = wanted{kind: bridge.KindError, code: intent.BridgeStepConflict, stage: intent.StageBridge}
)

// meets reports whether a reply is what was wanted.
func (w wanted) meets(r bridge.Reply) bool {
	switch {
	case w.same != "":
		return r.JSON() == w.same
	case r.Kind != w.kind:
		return false
	case w.kind == bridge.KindTask:
		return r.Task.Stage == w.stage
	case w.kind == bridge.KindError:
		return r.Error.Code == w.code && r.Error.Stage == w.stage && (r.Error.PartialResult != nil) == w.partial
	default:
		return true
	}
}

// settle takes up what the time has brought.
func (m *model) settle() {
	for {
		var next *modelJob
		for _, j := range m.jobs {
			if j.state == "active" && !j.due.IsZero() && !m.now.Before(j.due) &&
				(next == nil || j.due.Before(next.due) || j.due.Equal(next.due) && j.renewed < next.renewed) {
				next = j
			}
		}
		if next == nil {
			break
		}
		m.endAt(next, string(intent.BridgeJobExpired), next.due)
	}
	m.jobs = slices.DeleteFunc(m.jobs, func(j *modelJob) bool {
		return j.state != "active" && !j.due.IsZero() && !m.now.Before(j.due)
	})
}

// endAt ends a job; what it is used for later does not lengthen its time.
func (m *model) endAt(j *modelJob, state string, at time.Time) {
	j.state, j.due = state, time.Time{}
	if m.settings.ReplayTTL > 0 {
		j.due = at.Add(m.settings.ReplayTTL)
	}
	m.use(j)
}

func (m *model) use(j *modelJob) {
	at := slices.Index(m.jobs, j)
	m.jobs = append(slices.Delete(m.jobs, at, at+1), j)
}

func (m *model) count(active bool) int {
	n := 0
	for _, j := range m.jobs {
		if j.state == "active" || !active {
			n++
		}
	}
	return n
}

// prepare makes room and reports whether there is any.
func (m *model) prepare() bool {
	m.settle()
	limits := m.settings.Limits()
	switch {
	case m.count(true) >= limits.MaxJobs, m.count(true) >= limits.MaxReplayEntries:
		return false
	case m.count(false) >= limits.MaxReplayEntries:
		oldest := slices.IndexFunc(m.jobs, func(j *modelJob) bool { return j.state != "active" })
		m.jobs = slices.Delete(m.jobs, oldest, oldest+1)
	}
	return true
}

func (m *model) add(j *modelJob, order int) {
	j.state, j.stage, j.steps = "active", intent.StageCore, map[string]modelStep{}
	m.jobs = append(m.jobs, j)
	m.renew(j, order)
}

func (m *model) renew(j *modelJob, order int) {
	j.renewed = order
	if m.settings.JobTTL > 0 {
		j.due = m.now.Add(m.settings.JobTTL)
	}
}

func (m *model) find(session int, id string) *modelJob {
	m.settle()
	for _, j := range m.jobs {
		if j.task.job == id && j.session == session {
			return j
		}
	}
	return nil
}

// outside gives what a job answers that was ended by its lifetime or its instance; ok is false for
// others.
func (j *modelJob) outside() (wanted, bool) {
	switch code := intent.Code(j.state); code {
	case intent.BridgeJobExpired:
		return wanted{kind: bridge.KindError, code: code, stage: intent.StageBridge, partial: j.corePast}, true
	case intent.InstanceDisposed:
		return wanted{kind: bridge.KindError, code: code, stage: j.stage, partial: j.corePast}, true
	default:
		return wanted{}, false
	}
}

// accept gives what a submission is answered with, and whether it advances the job.
func (m *model) accept(session int, id, token, text string) (wanted, *modelJob) {
	j := m.find(session, id)
	if j == nil {
		return notFound, nil
	}
	if w, ok := j.outside(); ok {
		return w, nil
	}
	if step, seen := j.steps[token]; seen {
		if step.text != text {
			return conflict, nil
		}
		if j.state != "active" {
			m.use(j)
		}
		return wanted{same: step.reply}, nil
	}
	switch {
	case j.state != "active" || token != j.task.token:
		return conflict, nil
	case len(text) > maxOutput:
		return wanted{kind: bridge.KindError, code: intent.LimitExceeded, stage: j.stage, partial: j.corePast}, nil
	}
	w := j.judge(text)
	return w, j
}

func (j *modelJob) judge(text string) wanted {
	good, data := goodCore, j.stage == intent.StageData
	if data {
		good = goodData
	}
	switch {
	case text == good && j.fields && !data:
		return wanted{kind: bridge.KindTask, stage: intent.StageData}
	case text == good:
		return wanted{kind: bridge.KindResult}
	case data && text == issueData:
		return wanted{kind: bridge.KindError, code: intent.DataExtractionFailed, stage: j.stage, partial: true}
	case strings.TrimSpace(text) != "" && !j.repaired:
		return wanted{kind: bridge.KindTask, stage: j.stage}
	default:
		return wanted{kind: bridge.KindError, code: intent.ModelOutputInvalid, stage: j.stage, partial: j.corePast}
	}
}

// advance takes up what a submission did.
func (m *model) advance(j *modelJob, token, text string, reply bridge.Reply, order int) {
	j.steps[token], j.used = modelStep{text, reply.JSON()}, append(j.used, token)
	if reply.Kind != bridge.KindTask {
		j.final = reply.JSON()
		m.endAt(j, "ended", m.now)
		return
	}
	j.repaired = reply.Task.Stage == j.stage
	j.corePast = reply.Task.Stage == intent.StageData
	j.stage = reply.Task.Stage
	j.task.token = reply.Task.StepToken
	m.use(j)
	m.renew(j, order)
}

// cancel gives what a cancel is answered with, and whether it ended the job.
func (m *model) cancel(session int, id string, code intent.Code) (wanted, *modelJob) {
	j := m.find(session, id)
	if j == nil {
		return notFound, nil
	}
	if j.state != "active" {
		m.use(j)
		if w, ok := j.outside(); ok {
			return w, nil
		}
		return wanted{same: j.final}, nil
	}
	return wanted{kind: bridge.KindError, code: code, stage: j.stage, partial: j.corePast}, j
}

func (m *model) dispose(instance int) {
	m.settle()
	for _, j := range slices.Clone(m.jobs) {
		if j.instance == instance && j.state == "active" {
			m.endAt(j, string(intent.InstanceDisposed), m.now)
		}
	}
}

func (m *model) closeSession(session int) {
	m.jobs = slices.DeleteFunc(m.jobs, func(j *modelJob) bool { return j.session == session })
}
