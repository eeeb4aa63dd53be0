package page

// Style says how a page is laid out.
type Style struct {
	Width  int  // columns; 0 is the usual 80, and no page uses more than 100
	Colour bool // escape sequences for colour and weight are welcome
}

const (
	usualWidth = 80
	mostWidth  = 100
	leastWidth = 24
)

func (s Style) width() int {
	if s.Width <= 0 {
		return usualWidth
	}
	return min(max(s.Width, leastWidth), mostWidth)
}

// paint is a way to set text off, as an SGR parameter (ECMA-48, 8.3.117).
type paint string

const (
	bold   paint = "1"
	faint  paint = "2"
	red    paint = "31"
	green  paint = "32"
	yellow paint = "33"
	cyan   paint = "36"
)

func (s Style) paint(text string, with paint) string {
	if !s.Colour || text == "" || with == "" {
		return text
	}
	return "\x1b[" + string(with) + "m" + text + "\x1b[0m"
}
