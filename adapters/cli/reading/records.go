package reading

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/ports"
)

// records are the files that a reading is recorded in: the trace and the audit. Both hold the
// material, so they are made for their owner's eyes only.
type records struct {
	trace     Trace
	traceFile *os.File
	auditFile *os.File
}

// openRecords makes the files before anything is spent on a reading.
func (p *program) openRecords(f *parseFlags) (*records, error) {
	r := &records{}
	if f.given("trace") {
		file, err := create(f.trace)
		if err != nil {
			return nil, err
		}
		r.traceFile, r.trace = file, p.parts.NewTrace(file)
	}
	if f.given("audit") {
		file, err := create(f.audit)
		if err != nil {
			r.close()
			return nil, err
		}
		r.auditFile = file
	}
	return r, nil
}

func create(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, cli.CannotWrite(name, err)
	}
	return file, nil
}

func (r *records) close() {
	for _, file := range []*os.File{r.traceFile, r.auditFile} {
		if file != nil {
			file.Close()
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
func (r *records) refused(failure *intent.Error) {
	if r.trace != nil {
		r.trace.Observe(context.Background(), ports.Finished{
			Code: failure.Code, Stage: failure.Stage, Stages: map[intent.Stage]time.Duration{},
		})
	}
}

// finish writes the audit and says what could not be written.
func (r *records) finish(audit *intent.Audit) error {
	if r.trace != nil && r.trace.Err() != nil {
		return cli.CannotWrite(r.traceFile.Name(), r.trace.Err())
	}
	if r.auditFile == nil {
		return nil
	}
	text := append(audit.Value().AppendJSON(nil), '\n')
	if _, err := io.Copy(r.auditFile, bytes.NewReader(text)); err != nil {
		return cli.CannotWrite(r.auditFile.Name(), err)
	}
	if err := r.auditFile.Close(); err != nil {
		return cli.CannotWrite(r.auditFile.Name(), err)
	}
	return nil
}
