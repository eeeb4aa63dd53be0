package page

// Checklist is a page of findings: what is well, what is not, and what is only told. It is not safe for
// concurrent use.
type Checklist struct{ sheet sheet }

// NewChecklist begins a page.
func NewChecklist(style Style) *Checklist { return &Checklist{sheet{style: style}} }

const topicWidth = 16

// Heading begins a section.
func (c *Checklist) Heading(text string) { c.sheet.heading(Plain(text)) }

// Good is a finding that needs nothing.
func (c *Checklist) Good(topic, text string) { c.finding("✓", green, topic, text) }

// Bad is a finding that needs fixing.
func (c *Checklist) Bad(topic, text string) { c.finding("×", red, topic, text) }

// Note is neither.
func (c *Checklist) Note(topic, text string) { c.finding("-", faint, topic, text) }

func (c *Checklist) finding(mark string, with paint, topic, text string) {
	c.sheet.text(2, mark+" "+pad(Plain(topic), topicWidth)+" ", with, text)
}

// Conclude ends the page.
func (c *Checklist) Conclude(good bool, text string) {
	mark, with := "×", red
	if good {
		mark, with = "✓", green
	}
	c.sheet.WriteByte('\n')
	c.sheet.text(0, mark+" ", with, text)
}

// Bytes gives the page.
func (c *Checklist) Bytes() []byte { return []byte(c.sheet.String()) }
