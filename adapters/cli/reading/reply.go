package reading

import (
	"context"
	"errors"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/adapters/cli/page/html"
	"github.com/devcodex/intent-runtime/domain/intent"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// reply is what came of a request.
type reply struct {
	language string // of the page's own words
	request  intent.Request
	result   intent.Result
	failure  *intent.Error // nil for a result
	detail   string        // why the model declined or broke off, for a page only
	audit    *intent.Audit // nil where none was asked for, or where no reading began
	usage    error         // there is no reply: stdin could not be read, say
}

// refused is the reply where the instance or the request was refused before a reading began.
func (r reply) refused(ctx context.Context, err error, records *records) reply {
	r.failure = intent.AsError(err)
	if r.failure == nil {
		r.usage = err
		return r
	}
	r.audit = &intent.Audit{Language: r.language, Error: r.failure}
	records.refused(ctx, r.failure)
	return r
}

// format says how a reply is written.
type format struct {
	envelope bool
	out      string // of a result on stdout: text, json or html
	err      string // of an error on stderr
}

// needsAudit reports whether the page shows the quotations, which only the audit has.
func (f format) needsAudit() bool {
	return !f.envelope && (f.out != cli.FormatJSON || f.err != cli.FormatJSON)
}

// format reads -o. Without it a page goes to a terminal and JSON to everything else, each stream by
// itself.
func (p *program) format(f *parseFlags) (format, error) {
	if f.envelope {
		if f.given("output") {
			return format{}, cli.Usagef("-o and --envelope contradict each other: an envelope is JSON")
		}
		return format{envelope: true}, nil
	}
	if !f.given("output") {
		return format{out: cli.UsualFormat(p.term.Out), err: cli.UsualFormat(p.term.Err)}, nil
	}
	if err := cli.OneOf(f.output, cli.FormatText, cli.FormatJSON, cli.FormatHTML); err != nil {
		return format{}, err
	}
	chosen := format{out: f.output, err: f.output}
	if f.output == cli.FormatHTML && p.term.Err.Terminal {
		chosen.err = cli.FormatText // a person at a terminal cannot read mark-up
	}
	return chosen, nil
}

// answer keeps the records, then writes the reply, and returns what the command ends with. A reply whose
// record could not be kept is written all the same, and the status is 1.
func (p *program) answer(r reply, f format, records *records) error {
	lost := records.keep(r.audit)
	if err := p.write(r, f); err != nil {
		return errors.Join(lost, err)
	}
	if lost == nil && r.failure != nil {
		return cli.StatusError
	}
	return lost
}

func (p *program) write(r reply, f format) error {
	switch {
	case f.envelope:
		return p.term.Print(p.term.Out.JSON(r.envelope()))
	case r.failure != nil:
		return cli.Write(p.term.Err, "the error", r.render(f.err, p.term.Err))
	default:
		return p.term.Print(r.render(f.out, p.term.Out))
	}
}

// envelope is the one reply of --envelope.
func (r reply) envelope() strictjson.Value {
	kind, value := "result", r.result.Value()
	if r.failure != nil {
		kind, value = "error", r.failure.Value()
	}
	return strictjson.Object(
		strictjson.Member{Name: "kind", Value: strictjson.String(kind)},
		strictjson.Member{Name: kind, Value: value},
	)
}

func (r reply) render(format string, to cli.Stream) []byte {
	switch {
	case format == cli.FormatText:
		return page.Reading(r.reading(), to.Style())
	case format == cli.FormatHTML:
		return html.Reading(r.reading())
	case r.failure != nil:
		return to.JSON(r.failure.Value())
	default:
		return to.JSON(r.result.Value())
	}
}

func (r reply) reading() page.Content {
	content := page.Content{Language: r.language, Audit: r.audit, Err: r.failure, Detail: r.detail}
	if r.request.Input != "" {
		content.Materials = r.request.Materials()
	}
	if r.failure == nil {
		content.Result = &r.result
	} else {
		content.Result = r.failure.PartialResult
	}
	return content
}
