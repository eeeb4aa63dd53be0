package acting

import (
	"bufio"
	"context"
	"strings"
	"sync"

	"github.com/devcodex/intent-runtime/domain/run"
	"github.com/devcodex/intent-runtime/domain/tool"
	ports "github.com/devcodex/intent-runtime/ports/acting"
)

// desk answers interactions: from a file, by rule, or by asking on the terminal. It lives as long as the
// run; a read of the terminal that nobody answers ends with the process.
type desk struct {
	approve  string // ask, never or always
	answers  *answers
	terminal bool // a person is there
	shows    *progress

	mu    sync.Mutex // one question at a time
	lines *bufio.Reader
}

func (p *program) newDesk(o *orders, shows *progress) ports.Interactions {
	d := &desk{approve: o.approve, answers: o.answers, shows: shows}
	d.terminal = o.answers == nil && p.term.InTerminal && p.term.Err.Terminal
	d.lines = bufio.NewReader(p.term.In)
	return d
}

func nobody(why string) error { return tool.Errorf(tool.ApprovalRequired, "%s", why) }

// Ask answers at once, or asks on the terminal.
func (d *desk) Ask(ctx context.Context, asked run.Interaction, answer func(run.Answer) error) error {
	if asked.Kind == run.Approval {
		if len(approvalText(asked)) > maxShown {
			return nobody("the call is too large to be shown whole, so nobody can approve it")
		}
		switch {
		case d.approve == "never":
			return nobody("the call needs approval, and there is nobody to ask")
		case d.approve == "always" && asked.Approval.Prohibited:
			return nobody("the request prohibits something; only a person may approve this call")
		case d.approve == "always":
			yes := true
			return answer(run.Answer{Approve: &yes})
		}
	}
	if d.answers != nil {
		prepared, ok := d.answers.next()
		if !ok {
			return nobody("the prepared answers are used up")
		}
		if err := answer(prepared.value); err != nil {
			return nobody("the prepared answer is none for this question")
		}
		return nil
	}
	if !d.terminal {
		return nobody("there is nobody to ask")
	}
	go d.converse(ctx, asked, answer)
	return nil
}

// converse asks on the terminal until there is an answer that is one, or ctx ends.
func (d *desk) converse(ctx context.Context, asked run.Interaction, answer func(run.Answer) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for ctx.Err() == nil {
		a, err := d.question(asked)
		if err != nil {
			return // the terminal has gone: the interaction expires
		}
		if answer(a) == nil {
			return
		}
	}
}

func (d *desk) question(asked run.Interaction) (run.Answer, error) {
	switch asked.Kind {
	case run.Approval:
		return d.approval(asked)
	case run.Question:
		return d.questions(asked)
	default:
		return run.Answer{}, nobody("that cannot be asked on a terminal")
	}
}

func (d *desk) approval(asked run.Interaction) (run.Answer, error) {
	d.shows.say(approvalText(asked) + "Approve this call? [y/N, or the reason why not] ")
	line, err := d.lines.ReadString('\n')
	line = strings.TrimSpace(line)
	yes := line == "y" || line == "Y" || line == "yes"
	a := run.Answer{Approve: &yes}
	if !yes && line != "n" && line != "N" && line != "no" {
		a.Reason = line
	}
	return a, err
}

func (d *desk) questions(asked run.Interaction) (run.Answer, error) {
	a := run.Answer{Answers: map[string]string{}}
	list, _ := asked.Request.Lookup("questions")
	for _, q := range list.Items() {
		id, _ := q.Lookup("id")
		text, _ := q.Lookup("question")
		d.shows.say("The model asks: " + shown(text.Text()) + "\n")
		options, _ := q.Lookup("options")
		for _, option := range options.Items() {
			label, _ := option.Lookup("label")
			about, _ := option.Lookup("description")
			d.shows.say("  - " + shown(label.Text()) + ": " + shown(about.Text()) + "\n")
		}
		d.shows.say("> ")
		line, err := d.lines.ReadString('\n')
		if err != nil {
			return a, err
		}
		a.Answers[id.Text()] = strings.TrimRight(line, "\r\n")
	}
	return a, nil
}
