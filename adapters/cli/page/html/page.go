package html

import (
	"bytes"
	_ "embed" // the page's form is a file of its own
	"html/template"
	"sync"

	"github.com/devcodex/intent-runtime/adapters/cli/page"
)

//go:embed page.tmpl
var form string

// compiled is read at the first page: most runs of the command write none.
var compiled = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(form))
})

// Reading writes the page of a result or an error as one file.
func Reading(c page.Content) []byte {
	var b bytes.Buffer
	if err := compiled().Execute(&b, viewOf(c)); err != nil {
		// A buffer takes everything, so only a form that does not fit the view ends here; a test writes every
		// part of it.
		return []byte("<!doctype html><title>intent</title><p>" + template.HTMLEscapeString(err.Error()))
	}
	return b.Bytes()
}

// view is what the form shows: harmless texts only.
type view struct {
	W              *page.Words
	Title, Heading string
	Language       string // of what the model wrote
	Policy         string
	Style          template.CSS

	Failure    *failureView
	Understood *understoodView
	DataTitle  string
	Rows       []row
	NoData     string
	Materials  []materialView
	Legend     []legendLine
	Computed   bool // there are marks that are no quotations
	Bounded    string
	ReadBy     string
}

type failureView struct {
	Means, Next                  []piece
	Code, Stage, Message, Detail string
	Hint                         string
	Facts                        [][]piece
	Retry                        string
	Issues                       []string
}

// piece is a part of a text of ours, in which code stands between backticks.
type piece struct {
	Code bool
	Text string
}

type understoodView struct {
	Normalized, Goal           string // "" if it says the same as the request
	Intents                    []itemView
	Requirements, Prohibitions []lineView
}

type itemView struct {
	ID                                int
	Mark, Class, Label, Title, Status string
	Reason                            string
	Places                            []place
	Requirements                      []lineView
	Questions                         []questionView
}

// lineView is a text that the model wrote, and where the request has its words.
type lineView struct {
	ID     int
	Text   string
	Places []place
}

type questionView struct {
	lineView
	Options []string
}

// place leads to a mark.
type place struct{ ID, Text, Tip string }

type row struct {
	ID           int
	Field, Value string
	Sources      []sourceView
}

type sourceView struct {
	Quote, Notes, More string
	Places             []place
	Badges             []string
}

type materialView struct {
	Name     string
	Segments []segment
}

type legendLine struct{ Class, Text string }
