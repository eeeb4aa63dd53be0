package page

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// cells measures text as most terminals show it. It is not the library's default, which would ask the
// environment.
var cells = runewidth.Condition{StrictEmojiNeutral: true}

// Width gives the columns that a text takes up.
func Width(text string) int { return cells.StringWidth(text) }

// pad fills a text with spaces up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Width(text)))
}

// wrap breaks a text into lines of at most width columns: at spaces, between characters of scripts
// that are written without them, and within a word that is longer than a line. A line never begins
// with a closing punctuation mark. Line breaks in the text are kept.
func wrap(text string, width int) []string {
	width = max(width, 2)
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapParagraph(paragraph, width)...)
	}
	return lines
}

func wrapParagraph(text string, width int) []string {
	var lines []string
	line, lineWidth := "", 0
	for _, piece := range pieces(text) {
		bare := strings.TrimRight(piece, " ")
		bareWidth := Width(bare)
		if lineWidth > 0 && lineWidth+bareWidth > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, lineWidth = "", 0
		}
		for bareWidth > width {
			head, rest := split(bare, width)
			lines = append(lines, head)
			piece = rest + piece[len(bare):]
			bare, bareWidth = rest, Width(rest)
		}
		line += piece
		lineWidth += Width(piece)
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pieces cuts a text where a line may end. The spaces after a word belong to it.
func pieces(text string) []string {
	var all []string
	piece, last := "", ""
	for _, c := range clusters(text) {
		if piece != "" && mayBreak(last, c) {
			all = append(all, piece)
			piece = ""
		}
		piece += c
		last = c
	}
	if piece != "" {
		all = append(all, piece)
	}
	return all
}

// mayBreak is a small part of UAX 14: enough for text in words and in ideographs.
func mayBreak(before, after string) bool {
	switch {
	case after == " ":
		return false
	case before == " ":
		return true
	case strings.ContainsAny(after, closing) || strings.ContainsAny(before, opening):
		return false
	default:
		return Width(before) == 2 || Width(after) == 2
	}
}

const (
	closing = "、。，．：；！？）」』】》〉〕］｝”’…—,.:;!?)]}%"
	opening = "（「『【《〈〔［｛“‘([{"
)

// clusters cuts a text into what a reader takes for one character: a base with its marks, joined emoji,
// pairs of regional indicators.
func clusters(text string) []string {
	var all []string
	var last rune
	indicators := 0
	for _, r := range text {
		joined := len(all) > 0 && (extends(r) || last == '\u200D' || regional(r) && indicators%2 == 1)
		if joined {
			all[len(all)-1] += string(r)
		} else {
			all = append(all, string(r))
		}
		if regional(r) {
			indicators++
		} else {
			indicators = 0
		}
		last = r
	}
	return all
}

func extends(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) || r == '\u200D' || r >= 0x1F3FB && r <= 0x1F3FF
}

func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// split cuts as much off a text as fits, at least one character.
func split(text string, width int) (head, rest string) {
	used, end := 0, 0
	for _, c := range clusters(text) {
		w := Width(c)
		if end > 0 && used+w > width {
			break
		}
		used += w
		end += len(c)
	}
	return text[:end], text[end:]
}
