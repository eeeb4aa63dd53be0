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
	detail   string        // why the executor declined or broke off
	hint     string        // what was probably meant
	ownWords bool          // the detail repeats nothing of the request; else it is for a page only
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
	evidence bool   // the audit is a member of the JSON
	out      string // of a result on stdout: text, json or html
	err      string // of an error on stderr
}

// needsAudit reports whether what is shown has quotations, which only the audit has.
func (f format) needsAudit() bool {
	return f.evidence || !f.envelope && (f.out != cli.FormatJSON || f.err != cli.FormatJSON)
}

// format reads -o, --envelope and --evidence. Without -o a page goes to a terminal and JSON to everything
// else, each stream by itself.
func (p *program) format(f *parseFlags) (format, error) {
	chosen := format{
		envelope: f.envelope, evidence: f.evidence,
		out: cli.UsualFormat(p.term.Out), err: cli.UsualFormat(p.term.Err),
	}
	if f.given("output") {
		if err := cli.OneOf(f.output, cli.FormatText, cli.FormatJSON, cli.FormatHTML); err != nil {
			return format{}, err
		}
		chosen.out, chosen.err = f.output, f.output
	} else if f.envelope || f.evidence {
		chosen.out, chosen.err = cli.FormatJSON, cli.FormatJSON
	}
	if chosen.out != cli.FormatJSON && (f.envelope || f.evidence) {
		return format{}, cli.Usagef("-o %s and --%s contradict each other: --%s is for JSON",
			f.output, flagOf(f.envelope), flagOf(f.envelope))
	}
	if chosen.out == cli.FormatHTML && p.term.Out.Terminal {
		chosen.err = cli.FormatText // a person at a terminal cannot read mark-up
	}
	return chosen, nil
}

func flagOf(envelope bool) string {
	if envelope {
		return "envelope"
	}
	return "evidence"
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

// write writes a reply: a result to stdout, an error to stderr, an envelope and a page in HTML to stdout
// in either case.
func (p *program) write(r reply, f format) error {
	switch {
	case f.envelope:
		return p.term.Print(p.term.Out.JSON(r.envelope(f.evidence)))
	case r.failure == nil:
		return p.term.Print(r.render(f, f.out, p.term.Out))
	case f.err == cli.FormatHTML:
		p.term.Note(r.failure.Error())
		return p.term.Print(r.render(f, f.err, p.term.Out))
	default:
		return cli.Write(p.term.Err, "the error", r.render(f, f.err, p.term.Err))
	}
}

// envelope is the one reply of --envelope.
func (r reply) envelope(evidence bool) strictjson.Value {
	kind, value := "result", r.result.Value()
	if r.failure != nil {
		kind, value = "error", r.failed()
	}
	envelope := strictjson.Object(
		strictjson.Field("kind", strictjson.String(kind)),
		strictjson.Field(kind, value),
	)
	if evidence {
		envelope = with(envelope, "audit", r.audit.Value())
	}
	return envelope
}

// failed is the error's wire form, with the executor's own words if they may stand there.
func (r reply) failed() strictjson.Value {
	value := r.failure.Value()
	switch {
	case r.hint != "":
		return with(value, "details", strictjson.String(r.hint))
	case r.ownWords && r.detail != "":
		return with(value, "details", strictjson.String(r.detail))
	default:
		return value
	}
}

func (r reply) render(f format, format string, to cli.Stream) []byte {
	switch format {
	case cli.FormatText:
		return page.Reading(r.reading(), to.Style())
	case cli.FormatHTML:
		return html.Reading(r.reading())
	}
	value := r.result.Value()
	if r.failure != nil {
		value = r.failed()
	}
	if f.evidence {
		value = with(value, "audit", r.audit.Value())
	}
	return to.JSON(value)
}

func (r reply) reading() page.Content {
	content := page.Content{Language: r.language, Audit: r.audit, Err: r.failure, Detail: r.detail, Hint: r.hint}
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
