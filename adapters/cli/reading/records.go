package reading

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// records are the files that a reading is recorded in: the trace and the audit. Both hold the material,
// so they are made for their owner's eyes only. They are kept before the reply is written, so that
// nothing that goes wrong with the reply loses them.
type records struct {
	trace     ports.Observer // nil for none
	traceFile *record.Record // nil for none
	auditFile *record.Record
}

// openRecords makes the fresh files before anything is spent on a reading.
func (p *program) openRecords(f *parseFlags) (*records, error) {
	r := &records{}
	var err error
	if r.traceFile, err = p.create(f, "trace", f.trace); err != nil {
		return nil, err
	}
	if r.auditFile, err = p.create(f, "audit", f.audit); err != nil {
		r.discard()
		return nil, err
	}
	if r.traceFile != nil {
		r.trace = p.parts.NewTrace(r.traceFile)
	}
	return r, nil
}

// create begins the record of a flag; nil if the flag is not there.
func (p *program) create(f *parseFlags, flag, name string) (*record.Record, error) {
	switch {
	case !f.given(flag):
		return nil, nil
	case name == "-":
		return nil, cli.Usagef("--%s takes a file, not stdout; --evidence puts the audit into a JSON reply", flag)
	}
	r, err := record.Create(p.files(), name)
	if err != nil {
		return nil, cli.Usagef("--%s: %s cannot be written: %s", flag, input.ShownName(name), record.Reason(err))
	}
	return r, nil
}

func (p *program) files() record.Files {
	if p.parts.Files != nil {
		return p.parts.Files
	}
	return record.Disk{}
}

// distinct refuses a file that has two roles, before any is written to. Its error is wrong usage.
func (p *program) distinct(ctx context.Context, f *parseFlags, s *setup, from source) error {
	roles := []record.Role{
		{What: "stdin", Info: infoOf(p.term.In)},
		{What: "stdout", Info: infoOf(p.term.Out.Writer), Output: true},
		{What: "stderr", Info: infoOf(p.term.Err.Writer), Output: true},
		{What: "--request", Name: from.file},
		{What: "--config", Name: f.config},
		{What: "the schema", Name: s.schemaFile},
		{What: "the script", Name: s.scriptFile},
		{What: "--trace", Name: f.trace},
		{What: "--audit", Name: f.audit},
	}
	if from.in == nil && f.trace == "" && f.audit == "" {
		roles = roles[1:] // a stdin that nobody reads may be anything
	}
	return input.Within(ctx, func() error {
		if err := record.Distinct(roles); err != nil {
			return cli.Usagef("%s", err)
		}
		return nil
	})
}

// infoOf describes the file behind a stream; nil if there is none.
func infoOf(stream any) fs.FileInfo {
	file, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	return info
}

func (r *records) discard() {
	for _, file := range []*record.Record{r.traceFile, r.auditFile} {
		if file != nil {
			file.Discard()
		}
	}
}

func (r *records) observers(progress *progress) []ports.Observer {
	var observers []ports.Observer
	if r.trace != nil {
		observers = append(observers, r.trace)
	}
	if progress != nil {
		observers = append(observers, progress)
	}
	return observers
}

// refused tells the trace of an end that came before any reading, so that each trace has one.
func (r *records) refused(ctx context.Context, failure *intent.Error) {
	if r.trace != nil {
		r.trace.Observe(ctx, ports.Finished{
			Code: failure.Code, Stage: failure.Stage, Stages: map[intent.Stage]time.Duration{},
		})
	}
}

// keep puts the records under their names. Its error lists what could not be kept.
func (r *records) keep(audit *intent.Audit) error {
	var lost []error
	if r.traceFile != nil {
		if err := r.traceFile.Keep(); err != nil {
			lost = append(lost, cli.Failedf("the trace could not be kept: %s", err))
		}
	}
	if r.auditFile != nil {
		_, _ = r.auditFile.Write(cli.Line(audit.Value())) // Keep tells it
		if err := r.auditFile.Keep(); err != nil {
			lost = append(lost, cli.Failedf("the audit could not be kept: %s", err))
		}
	}
	return errors.Join(lost...)
}
