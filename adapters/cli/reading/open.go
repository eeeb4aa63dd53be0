package reading

import (
	"os"

	"github.com/devcodex/intent-runtime/adapters/cli/page/html"
)

// show shows the page of a reply in a browser. The page is a file of its owner's in the folder for temporary
// files; it stays there, since nothing tells when the browser has read it. What fails is told and nothing
// more: the reply itself was written.
func (p *program) show(r reply) {
	file, err := os.CreateTemp("", "intent-*.html")
	if err != nil {
		p.term.Note("the page could not be written: " + err.Error())
		return
	}
	_, err = file.Write(html.Reading(r.reading()))
	if closed := file.Close(); err == nil {
		err = closed
	}
	switch {
	case err != nil:
		p.term.Note("the page could not be written: " + err.Error())
	case p.term.Open == nil || p.term.Open(file.Name()) != nil:
		p.term.Note("no browser could be started; the page is " + file.Name())
	default:
		p.term.Note("the page is " + file.Name())
	}
}
