package page

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
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
		if line != "" && lineWidth+bareWidth > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, lineWidth = "", 0
		}
		if bareWidth > width {
			full, rest := split(bare, width)
			lines = append(lines, full...)
			piece = rest + piece[len(bare):]
		}
		line += piece
		lineWidth += Width(piece)
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pieces cuts a text where a line may end. The spaces after a word belong to it.
func pieces(text string) []string {
	var all []string
	start, at, last := 0, 0, ""
	for _, c := range clusters(text) {
		if at > start && mayBreak(last, c) {
			all = append(all, text[start:at])
			start = at
		}
		at += len(c)
		last = c
	}
	if at > start {
		all = append(all, text[start:at])
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

// clusters cuts a text into what a reader takes for one character: extended grapheme clusters (UAX #29).
func clusters(text string) []string {
	var all []string
	for found := graphemes.FromString(text); found.Next(); {
		all = append(all, found.Value())
	}
	return all
}

// split cuts a text that is wider than a line into full lines and the rest, which fits. Each has at least
// one character.
func split(text string, width int) (full []string, rest string) {
	used, start, at := 0, 0, 0
	for _, c := range clusters(text) {
		w := Width(c)
		if at > start && used+w > width {
			full = append(full, text[start:at])
			start, used = at, 0
		}
		used += w
		at += len(c)
	}
	return full, text[start:]
}
