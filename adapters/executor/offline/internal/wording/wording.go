// Package wording holds every text that the offline reader writes itself, in each language that it
// writes: English, and Chinese in simplified and in traditional characters.
package wording

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed data
var files embed.FS

// Texts are the texts of one language. A %s stands for words of the request or the name of a field.
type Texts struct {
	Comma string // between clauses

	After, OneOf, Opposite           string
	Confirm, Condition, Choice       string
	ActionReason, ActionQuestion     string
	ObjectReason, ObjectQuestion     string
	WhatReason, WhatQuestion         string
	UnclearReason, UnclearQuestion   string
	Extracted, Absent                string
	Missing, Partial, Ambiguous      string
	Conflict, Broken, Unfit, TooMany string
	Named, Judged, Unjudged          string
}

// For gives the texts for a language tag. Without texts for it ok is false.
func For(tag string) (texts Texts, ok bool, err error) {
	name := fileFor(strings.ToLower(tag))
	if name == "" {
		return Texts{}, false, nil
	}
	text, err := files.ReadFile("data/" + name + ".json")
	if err != nil {
		return Texts{}, false, err
	}
	if err := json.Unmarshal(text, &texts); err != nil {
		return Texts{}, false, fmt.Errorf("%s: %w", name, err)
	}
	return texts, true, nil
}

// fileFor names the file of a language. Chinese is traditional where the script says so, or without a
// script the region: Taiwan, Hong Kong and Macao.
func fileFor(tag string) string {
	parts := strings.Split(tag, "-")
	switch parts[0] {
	case "en":
		return "en"
	case "zh", "cmn":
		for _, p := range parts[1:] {
			switch p {
			case "hans":
				return "zh-Hans"
			case "hant", "tw", "hk", "mo":
				return "zh-Hant"
			}
		}
		return "zh-Hans"
	}
	return ""
}

const quoteBytes = 240

// Fill puts pieces of the request into a text, long ones cut.
func Fill(form string, pieces ...string) string {
	for _, p := range pieces {
		form = strings.Replace(form, "%s", Cut(p, quoteBytes), 1)
	}
	return form
}

// Cut cuts a text to a number of bytes, at a character.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && s[limit]&0xC0 == 0x80 {
		limit--
	}
	return s[:limit] + "…"
}
