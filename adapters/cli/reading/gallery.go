package reading

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/devcodex/intent-runtime/adapters/cli"
	"github.com/devcodex/intent-runtime/adapters/cli/input"
	"github.com/devcodex/intent-runtime/adapters/cli/page"
	"github.com/devcodex/intent-runtime/adapters/cli/page/html"
	"github.com/devcodex/intent-runtime/adapters/cli/record"
	"github.com/devcodex/intent-runtime/application/parse"
	"github.com/devcodex/intent-runtime/domain/intent"
)

const galleryHelp = `Reads each request of IN.jsonl, one JSON object {id?, input, fields?, context?} a
line, one after the other, and writes a page for each into DIR, and index.html,
which leads to them. The pages hold the material: they are for their owner's eyes
only. Pages that are there already are replaced.

Exit status: 0 every request was read, 1 one was not, 2 wrong usage.`

func (p *program) galleryCommand() *cobra.Command {
	var f parseFlags
	var out string
	c := &cobra.Command{
		Use:   "gallery IN.jsonl --out DIR",
		Short: "Write a page in HTML for each of many requests, and an index",
		Long:  galleryHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("gallery takes one file of requests")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if f.given = c.Flags().Changed; !f.given("out") {
				return cli.Usagef("gallery needs --out DIR")
			}
			return p.gallery(c.Context(), &f, args[0], out)
		},
	}
	f.instanceFlags(c.Flags(), p.specs())
	c.Flags().StringVar(&out, "out", "", "write the pages into the folder `DIR`, making it if it is not there")
	_ = c.MarkFlagDirname("out")
	return c
}

// gallery makes the reader and the folder, reads the requests, and writes the index last.
func (p *program) gallery(ctx context.Context, f *parseFlags, in, out string) error {
	setup, err := p.setup(ctx, f)
	if err != nil {
		return err
	}
	config, err := setup.config()
	if err != nil {
		return cli.Failedf("%s", explain("gallery", err))
	}
	reader, err := p.parts.NewIntent(config, setup.executor, setup.validator)
	if err != nil {
		return cli.Failedf("%s", explain("gallery", err))
	}
	defer reader.Dispose()
	lines, err := openLines(ctx, in)
	if err != nil {
		return cli.Usagef("%s cannot be read: %s", input.ShownName(in), input.Reason(err))
	}
	defer lines.close()
	if err := os.MkdirAll(out, 0o700); err != nil {
		return cli.Usagef("%s cannot be made: %s", input.ShownName(out), record.Reason(err))
	}
	p.term.Note(setup.note)
	g := gallery{program: p, reader: reader, folder: out, language: setup.language()}
	if err := g.read(ctx, lines); err != nil {
		return err
	}
	return g.finish()
}

// gallery is a folder of pages being written. It keeps a line for each page, not the page.
type gallery struct {
	program  *program
	reader   *parse.Intent
	folder   string
	language string
	entries  []html.Entry
	failed   int
}

func (g *gallery) read(ctx context.Context, lines *lineReader) error {
	for {
		text, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLongLine):
			return cli.Failedf("line %d is too long", lines.number)
		case err != nil:
			return cli.Failedf("the requests cannot be read: %s", err)
		}
		if err := g.page(ctx, lines.number, readLine(text)); err != nil {
			return err
		}
	}
}

// page reads one request and writes its page.
func (g *gallery) page(ctx context.Context, number int, l line) error {
	r := reply{language: g.language, request: l.request}
	err := l.err
	if err == nil {
		var audit intent.Audit
		r.result, audit, err = g.reader.ParseAudited(ctx, l.request)
		r.audit = &audit
	}
	if r.failure = intent.AsError(err); r.failure != nil {
		g.failed++
	}
	if ctx.Err() != nil {
		return cli.Failedf("interrupted at line %d; the pages before it are there", number)
	}
	content := r.reading()
	name := fmt.Sprintf("%05d.html", number)
	g.entries = append(g.entries, html.EntryOf(content, name, l.id.Text()))
	return g.write(name, html.Reading(content))
}

func (g *gallery) write(name string, text []byte) error {
	file, err := record.Create(g.program.files(), filepath.Join(g.folder, name))
	if err != nil {
		return cli.Failedf("%s could not be written: %s", name, record.Reason(err))
	}
	defer file.Discard()
	_, _ = file.Write(text) // Keep tells it
	if err := file.Keep(); err != nil {
		return cli.Failedf("%s could not be written: %s", name, err)
	}
	return nil
}

// finish writes the index and says what is there.
func (g *gallery) finish() error {
	if err := g.write("index.html", html.Index(g.language, g.entries)); err != nil {
		return err
	}
	index := page.Plain(filepath.Join(g.folder, "index.html"))
	if err := g.program.term.Print(fmt.Appendf(nil, "%s: %s, %d failed\n", index,
		counted(len(g.entries), "request"), g.failed)); err != nil {
		return err
	}
	if g.failed > 0 {
		return cli.StatusError
	}
	return nil
}
