package offline

import (
	"strings"

	"github.com/devcodex/intent-runtime/domain/intent"
)

// verb is one entry of a word list: a request verb in its plain form. An empty action means that the
// word asks for something without saying what.
type verb struct {
	lemma  string
	action intent.Action
}

// phrases finds the longest listed phrase at a place. English ones are keyed by first word, Chinese
// ones by first character; both lists are short, so a look-up costs a handful of comparisons.
type phrases[T any] map[string][]phrase[T]

type phrase[T any] struct {
	words []string // English
	text  string   // Chinese
	value T
}

func (p phrases[T]) add(list string, value T) {
	for _, item := range strings.Split(list, ";") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		key := item
		words := strings.Fields(item)
		if hasHan(item) {
			key = string([]rune(item)[0])
		} else {
			key = words[0]
		}
		p[key] = append(p[key], phrase[T]{words: words, text: item, value: value})
	}
}

// words gives the longest phrase that toks begin with, and its number of tokens (0 for none).
func (p phrases[T]) words(toks []token) (value T, n int) {
	if len(toks) == 0 {
		return value, 0
	}
	for _, e := range p[toks[0].word] {
		if len(e.words) > n && startsWith(toks, e.words) {
			value, n = e.value, len(e.words)
		}
	}
	return value, n
}

// text gives the longest phrase that s begins with, and its length in bytes (0 for none).
func (p phrases[T]) text(s string) (value T, n int) {
	if len(s) < 3 || s[0] < 0x80 {
		return value, 0
	}
	for _, e := range p[s[:3]] {
		if len(e.text) > n && strings.HasPrefix(s, e.text) {
			value, n = e.value, len(e.text)
		}
	}
	return value, n
}

func startsWith(toks []token, words []string) bool {
	if len(toks) < len(words) {
		return false
	}
	for i, w := range words {
		if toks[i].word != w {
			return false
		}
	}
	return true
}

type verbList struct {
	action intent.Action
	list   string
}

// actionVerbs are the request verbs of English, by the direct result that each asks for.
var actionVerbs = []verbList{
	{intent.ActionQuery, `look up; look for; find; find out; search; search for; show; list; get; fetch;
		retrieve; query; check; check on; check up on; tell; display; view; see; locate; track; track down; read;
		count; know; pull up; read out; let me know; let us know; inform me; give; monitor; lookup; browse`},
	{intent.ActionAnalyze, `analyze; analyse; review; compare; explain; evaluate; assess; investigate;
		examine; inspect; diagnose; audit; judge; look into; look at; have a look at; take a look at; have a look; take a look; have a closer look at; take a closer look at; look over; go over; go through; figure out;
		work out; determine; study; interpret; estimate; calculate; compute; verify; validate; rank; rate;
		classify; categorize; categorise; predict; forecast; consider; proofread; critique; troubleshoot; measure;
		research; cross-check; double-check; spot; identify; detect; decide; advise; weigh; contrast;
		prioritize; prioritise; debug; trace; profile; benchmark; discuss; clarify; confirm; think about;
		recommend; score; pinpoint; reconcile; break down; dig into`},
	{intent.ActionGenerate, `write; write up; draft; summarize; summarise; sum up; translate; create; generate;
		compose; produce; prepare; design; sketch; outline; make; build; draw; draw up; paraphrase; propose;
		suggest; brainstorm; describe; document; plan; invent; code; implement; develop; put together;
		come up with; extract; compile; transcribe; illustrate; author; formulate; devise; script; render;
		collect; gather; recap; condense`},
	{intent.ActionModify, `change; update; edit; modify; fix; repair; correct; rename; move; cancel; reschedule;
		postpone; reassign; adjust; set; increase; decrease; raise; lower; reduce; extend; shorten; replace; swap;
		switch; convert; rewrite; rephrase; reword; improve; optimize; optimise; refactor; revise; merge; split;
		add; insert; append; attach; enable; disable; activate; deactivate; turn on; turn off; switch on;
		switch off; configure; reset; restore; revert; roll back; undo; upgrade; downgrade; migrate; archive;
		close; reopen; mark; tag; label; assign; unassign; grant; revoke; lock; unlock; pause; resume; suspend;
		withdraw; approve; reject; sort; reorder; patch; renew; redirect; resize; crop; compress; encrypt; mute;
		block; unblock; pin; unsubscribe; rotate; promote; bump; ban; bring forward; push back; put; shift; shrink;
		trim; tidy; polish; format; resolve; solve; call off; put off; amend; apply; clean; rebase; simplify;
		double; halve; anonymize; anonymise; tune; calibrate; rotate; rewire; translate back; redact; flag; downsize; clear up; rearrange; reformat; transform; tweak; relocate; delay; tighten; relax; swap out; freeze; unfreeze; escalate; adapt; hide; unpublish`},
	{intent.ActionDelete, `delete; remove; erase; drop; purge; wipe; clear; clear out; destroy; discard; trash;
		get rid of; clean up; clean out; empty; truncate; uninstall; eliminate; throw away; unlink; prune; flush;
		take out; take down; strip; dispose of`},
	{intent.ActionExecute, `run; execute; send; publish; deploy; release; start; restart; reboot; launch; trigger;
		call; email; e-mail; mail; notify; ping; post; submit; upload; download; install; import; export; back up;
		backup; sync; synchronize; print; play; stop; kill; shut down; terminate; invoke; transfer; pay; refund;
		ship; forward; reply; respond; share; broadcast; push; pull; commit; test; rebuild; retry; rerun;
		re-run; perform; carry out; open; connect; scan; tweet; text; message; dispatch; deliver; charge; copy;
		clone; mount; roll out; alert; invite; announce; simulate; kick off; hand over; wire; fax; answer; replay;
		log in; log out; boot; reindex; resend; save; inform; warn; brief; power off; power on; unmount; dial; contact; report`},
	{intent.ActionOther, `book; reserve; order; buy; purchase; schedule; register; enroll; enrol; hire; sign up;
		arrange; apply for; request; rent; appoint; subscribe; file; remind; place; lease; reserve; pre-order`},
	{"", `handle; deal with; take care of; process; sort out; work on; tackle; address; manage; see to;
		do something about; do something with; look after; attend to; act on; follow up on; follow up; do`},
}

// particles: verbs that may take their object before the particle ("back the database up").
var particles = map[string]string{
	"back": "up", "look": "up", "turn": "off on", "switch": "off on", "shut": "down", "roll": "back out",
	"clean": "up out", "sum": "up", "call": "off", "put": "off together", "take": "down", "throw": "away",
	"push": "back", "draw": "up", "sort": "out", "write": "up", "track": "down", "power": "off on", "break": "down",
}

// nounish verbs are as often nouns; they count as verbs only where the words after them allow it.
var nounish = set(`test release order report review plan file list book record copy log schedule request export
	import charge transfer design draft check search query document backup change process email mail e-mail post
	note call ship text message track place address format answer score rate label tag block patch set start
	stop read view count code script profile benchmark study trace audit estimate forecast contact request lease
	update fix move upgrade refund display show split sort rank design play print scan mount address commit
	switch drop address work rent escalate clone label promise deal plan shift bump wire fax cancel limit share`)

var (
	verbs   = verbPhrases(actionVerbs)
	gerunds = forms(gerund)
	pasts   = forms(participle)
)

func verbPhrases(lists []verbList) phrases[verb] {
	out := phrases[verb]{}
	for _, l := range lists {
		for _, item := range strings.Split(strings.Join(strings.Fields(l.list), " "), ";") {
			if item = strings.TrimSpace(item); item != "" {
				out.add(item, verb{item, l.action})
			}
		}
	}
	return out
}

// forms maps an inflected first word to the plain one.
func forms(inflect func(string) []string) map[string]string {
	out := map[string]string{}
	for first := range verbs {
		for _, form := range inflect(first) {
			out[form] = first
		}
	}
	return out
}

func stem(w string) string {
	n := len(w)
	switch {
	case strings.HasSuffix(w, "ee"):
		return w
	case strings.HasSuffix(w, "e"):
		return w[:n-1]
	case doubles[w]:
		return w + w[n-1:]
	}
	return w
}

var doubles = set(`get run stop drop set cut put plan ship submit split swap trim tag pin log ban commit
	unpin format strip transfer refer crop scan spot step cancel debug label`)

func gerund(w string) []string {
	out := []string{stem(w) + "ing"}
	if w == "cancel" || w == "label" || w == "format" {
		out = append(out, w+"ing")
	}
	return out
}

var irregular = map[string]string{
	"write": "written wrote", "send": "sent", "find": "found", "get": "got", "make": "made", "build": "built",
	"draw": "drawn drew", "rewrite": "rewritten", "buy": "bought", "pay": "paid", "run": "ran", "take": "taken took",
	"see": "seen", "hide": "hidden", "undo": "undone", "throw": "thrown", "do": "done did", "show": "shown showed",
	"put": "put", "set": "set", "read": "read", "tell": "told", "freeze": "frozen", "withdraw": "withdrawn",
	"shrink": "shrunk", "rebuild": "rebuilt", "give": "given gave", "think": "thought", "rerun": "rerun", "shut": "shut",
}

func participle(w string) []string {
	if form, ok := irregular[w]; ok {
		return strings.Fields(form)
	}
	if n := len(w); strings.HasSuffix(w, "y") && !strings.ContainsAny(w[n-2:n-1], "aeou") {
		return []string{w[:n-1] + "ied"}
	}
	out := []string{strings.TrimSuffix(stem(w), "e") + "ed"}
	if w == "cancel" || w == "label" || w == "format" {
		out = append(out, w+"ed")
	}
	return out
}

// refine settles the action of verbs whose result depends on their object.
func (v verb) refine(rest []token) verb {
	early := rest[:min(len(rest), 6)]
	switch v.lemma {
	case "create", "make", "add", "open", "set up", "raise", "log", "put", "start", "place", "file", "prepare":
		if hasAny(early[:min(len(early), 4)], businessObjects) && v.lemma != "prepare" {
			v.action = intent.ActionOther
		}
	case "check":
		if hasAny(early, set("for against")) || hasAny(rest, set("consistent consistency correctness errors typos bugs mistakes")) &&
			!hasAny(rest, set("rate log")) {
			v.action = intent.ActionAnalyze
		}
	case "give", "get", "show", "find", "send", "have":
		if action := nounAction(early); action != "" && v.lemma != "send" {
			v.action = action
		}
	case "take":
		v.action = intent.ActionExecute
	case "tell":
		if len(rest) > 0 && rest[0].word != "me" && rest[0].word != "us" {
			v.action = intent.ActionExecute
		}
	}
	if v.action == intent.ActionQuery && hasAny(rest[:min(len(rest), 8)], causes) {
		v.action = intent.ActionAnalyze
	}
	return v
}

var (
	businessObjects = set(`order ticket account appointment meeting booking reservation user customer invoice task issue
		event reminder alarm subscription case lead opportunity project claim complaint call shipment bill contact
		employee profile record entry job workspace channel repository branch pr`)
	causes = set("why whether reason reasons cause causes root differences difference differ compares trend trends risks")
	made   = set(`summary report draft overview translation outline proposal plan letter article poem description
		presentation slides recap story essay script template mock-up mockup diagram chart digest memo agenda`)
	judged = set("analysis comparison review assessment evaluation explanation estimate diagnosis breakdown opinion")
)

// nounAction reads "a summary of …" as the generating, "a comparison of …" as the judging it stands for.
func nounAction(toks []token) intent.Action {
	for _, t := range toks {
		switch {
		case t.word == "of" || t.word == "on" || t.word == "for" || t.word == "about":
			return ""
		case made[t.word]:
			return intent.ActionGenerate
		case judged[t.word]:
			return intent.ActionAnalyze
		}
	}
	return ""
}

func hasAny(toks []token, words map[string]bool) bool {
	for _, t := range toks {
		if words[t.word] {
			return true
		}
	}
	return false
}
