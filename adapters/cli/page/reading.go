package page

import (
	"github.com/devcodex/intent-runtime/domain/intent"
)

// Reading writes the page of a result or an error. It ends with a line break.
func Reading(c Content, style Style) []byte {
	s := &sheet{style: style}
	if c.Err != nil {
		s.failure(c)
	} else if c.Result != nil {
		s.result(c)
	}
	return []byte(s.String())
}

func (s *sheet) result(c Content) {
	w := WordsFor(c.Language)
	s.understood(c)
	if c.Result.Data.Len() > 0 || len(c.Entries()) > 0 {
		s.heading(w.Data)
		s.table(c)
	} else if text := NoData(w, c.Audit); text != "" {
		s.heading(w.Data)
		s.text(2, "", "", text)
	}
}

// NoData says why there are no data, although fields were selected; "" if none were.
func NoData(w *Words, audit *intent.Audit) string {
	switch {
	case audit == nil:
		return ""
	case audit.DataSkipped:
		return w.Skipped
	case len(audit.Fields) > 0:
		return w.NoData
	default:
		return ""
	}
}

// understood is what stage core found.
func (s *sheet) understood(c Content) {
	w := WordsFor(c.Language)
	r := c.Result
	s.heading(w.Asked)
	s.text(2, "", "", r.NormalizedInput)
	if r.PrimaryIntent != nil {
		s.said(2, w.Goal+w.Colon, faint, *r.PrimaryIntent)
	}
	s.heading(w.Intents)
	if len(r.Intents) == 0 {
		s.text(2, "", "", w.NoIntents)
	}
	for _, item := range r.Intents {
		s.item(w, item)
	}
	if len(r.Requirements) > 0 {
		s.heading(w.Requirements)
		s.list(2, "-", "", r.Requirements)
	}
	if len(r.Prohibitions) > 0 {
		s.heading(w.Prohibitions)
		s.list(2, "×", red, r.Prohibitions)
	}
}

func colourOf(status intent.Status) paint {
	switch status {
	case intent.StatusReady:
		return green
	case intent.StatusNeedsClarification:
		return yellow
	default:
		return cyan
	}
}

func (s *sheet) item(w *Words, item intent.Item) {
	const margin = 8
	s.text(2, Mark(item.Status)+" "+pad(item.ID, 3)+" ", colourOf(item.Status), ItemTitle(w, item))
	status := w.Statuses[item.Status]
	if item.Reason != "" {
		s.said(margin, status+w.Colon, colourOf(item.Status), item.Reason)
	} else {
		s.said(margin, status, colourOf(item.Status), "")
	}
	s.list(margin, "-", "", item.Requirements)
	for _, question := range item.Clarification {
		s.said(margin, w.Question+w.Colon, bold, question.Question)
		s.list(margin+2, "o", "", question.Options)
	}
}

// ItemTitle is an intent in one line: its action and its target, as far as they are known.
func ItemTitle(w *Words, item intent.Item) string {
	title := w.NoAction
	if item.Action != nil {
		title = w.Actions[*item.Action]
	}
	if item.Target != nil {
		title += w.Colon + *item.Target
	}
	return title
}
