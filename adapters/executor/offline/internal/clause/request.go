package clause

import (
	"slices"
	"strings"

	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/lexicon"
	"github.com/devcodex/intent-runtime/adapters/executor/offline/internal/token"
	"github.com/devcodex/intent-runtime/domain/intent"
)

// request reads an order whose verb is found.
func (r *reader) request(p piece, l lead, o order) {
	v := r.toks[o.verb]
	it := Item{Lemma: v.Entry.Lemma, Action: v.Entry.Action, span: r.Text.Between(p.from, p.to)}
	it.object = o.front
	if it.object.End == 0 {
		it.object = o.topic
	}
	for _, s := range o.needs {
		it.Needs = append(it.Needs, r.Text.Of(s))
	}
	start := o.verb
	if o.front.End > 0 || len(o.needs) > 0 || o.topic.End > 0 {
		_, start = r.lead(p.from, p.to)
	}
	it.Said = r.said(start, r.withoutTail(o.verb+1, p.to))
	a := arguments{r: r, it: &it, verb: o.verb, i: o.verb + 1, to: r.withoutTail(o.verb+1, p.to), start: -1}
	a.read()
	if it.object.End == 0 && o.receiver.End > 0 &&
		(r.whole(it.Lemma) || strings.HasPrefix(r.Text.Of(o.needs[0]), "对") || strings.HasPrefix(r.Text.Of(o.needs[0]), "針對")) {
		it.object = o.receiver
		it.Needs = it.Needs[1:]
	}
	it.Target = r.Text.Of(it.object)
	if it.Action == intent.ActionQuery && r.has(o.verb+1, p.to, lexicon.Why) >= 0 ||
		it.Action == intent.ActionQuery && because(it.Target) {
		it.Action = intent.ActionAnalyze
	}
	r.register(&it)
	if it.Target == "" && v.Han && r.whole(it.Lemma) {
		it.Target = r.inside(it.Lemma)
	}
	r.add(it, l, p)
}

// proceeds reports whether a verb only says to go on with what was asked.
func proceeds(lemma string) bool {
	return strings.Contains(
		"|执行|操作|进行|继续|动手|办|处理|开始|做|proceed|continue|start|begin|do|run|execute|",
		"|"+lemma+"|",
	)
}

// register: a ticket is opened rather than written, and "get me a seat" asks for a new thing.
func (r *reader) register(it *Item) {
	words := strings.Fields(strings.ToLower(it.Target))
	head, _, _ := strings.Cut(strings.ToLower(it.Target), " of ")
	head, _, _ = strings.Cut(head, " for ")
	head = head[strings.LastIndex(head, " ")+1:]
	switch it.Lemma {
	case "give", "给":
		if len(words) > 1 && words[0] == "me" || len(it.Needs) > 0 && it.Needs[0] == "me" {
			it.Needs = slices.DeleteFunc(it.Needs, func(s string) bool { return s == "me" })
			it.Target = strings.TrimPrefix(it.Target, "me ")
			it.Action = intent.ActionQuery
			if r.words.Find(head).Has(lexicon.Made) {
				it.Action = intent.ActionGenerate
			}
		}
	case "create", "make", "set", "open", "add", "set up", "raise", "log", "start":
		if r.words.Find(head).Has(lexicon.Thing) && head != "list" && words[0] != "the" {
			it.Action = intent.ActionOther
		}
	case "get", "find", "fetch", "get me":
		if len(words) > 0 && words[0] == "me" {
			it.Target = it.Target[3:]
			words = words[1:]
		}
		if len(words) > 1 && it.Lemma != "find" &&
			(words[0] == "a" || words[0] == "an" || words[0] == "some" || r.words.Find(words[0]).Has(lexicon.Number)) &&
			!r.words.Find(head).Has(lexicon.Thing) {
			it.Action = intent.ActionOther
		}
	}
}

// because reports whether a thing that is looked up has to be worked out: a cause, a difference.
func because(target string) bool {
	low := strings.ToLower(target)
	for _, w := range []string{"reason", "cause ", "difference", "root cause", "原因", "区别", "差异"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

func sameVerb(a, b string) bool { return len(a) >= 3 && len(b) >= 3 && a[:3] == b[:3] }

// inside gives the object that a Chinese verb holds: the flowers of 浇花.
func (r *reader) inside(lemma string) string {
	c := []rune(lemma)
	if e := r.words.Find(string(c[:1])); len(c) > 1 && e.Has(lexicon.Weak) {
		return string(c[1:])
	}
	return ""
}

// withoutTail drops courtesies from the end of a clause.
func (r *reader) withoutTail(from, to int) int {
	for to > from && (r.toks[to-1].Is(lexicon.Tail) && !r.particle(to-1) || r.toks[to-1].Is(lexicon.And|lexicon.But|lexicon.Then) && r.toks[to-1].Kind == token.Word) {
		to--
	}
	return to
}

// particle reports whether a word may belong to a verb before it: "turn the lamp off".
func (r *reader) particle(i int) bool { return !r.toks[i].Han && r.toks[i].Is(lexicon.Prep) }

// add puts an item behind the others, with the order and the conditions that stand before it.
func (r *reader) add(it Item, l lead, p piece) {
	prev := r.lastOrder(false)
	if (l.then || r.s.then) && prev != nil {
		it.After = prev.Said
	}
	r.s.then = false
	if l.or && r.s.either == nil && r.lastOrder(true) != nil {
		r.s.either = append(r.s.either, len(r.Items)-1)
	}
	if len(r.s.either) > 0 && (l.or || len(r.s.either) == 1 && r.s.either[0] == len(r.Items)) {
		if r.s.either[len(r.s.either)-1] != len(r.Items) {
			r.s.either = append(r.s.either, len(r.Items))
		}
	}
	if f := r.last(true); f != nil && f.Forbidden && l.or {
		f.Said = r.Text.Of(r.extend(f, p.to))
		return
	} else if f != nil && f.Forbidden && l.and && !p.comma {
		it.Unclear = append(it.Unclear, r.said(p.from, p.to))
	}
	if prev != nil && it.Target == "" && len(r.s.pending) > 0 &&
		(r.s.han && sameVerb(prev.Lemma, it.Lemma) || proceeds(it.Lemma)) {
		prev.Gates, r.s.pending = append(prev.Gates, r.s.pending...), nil
		return
	}
	if prev != nil && prev.told && l.and && !p.comma && prev == r.last(true) {
		it.Unclear = append(it.Unclear, r.said(p.from, p.to))
	}
	it.Needs = append(r.s.fronted, it.Needs...)
	r.s.fronted = nil
	it.Gates = append(it.Gates, r.s.pending...)
	r.s.gates, r.s.pending = append(r.s.gates[:0:0], r.s.pending...), nil
	if r.s.aside && !l.polite && !l.but && !l.then && !l.also && !l.and && !r.conclusion(p) {
		it.Unclear = append(it.Unclear, r.said(p.from, p.to))
	}
	r.resolve(&it)
	if l.and && !p.comma || l.also && !p.comma {
		r.shared(it)
	}
	r.push(it)
}

// conclusion: after thanks or a statement an order follows all the same if a mark or "so" parts them.
func (r *reader) conclusion(p piece) bool { return p.comma }

func (r *reader) push(it Item) {
	it.sentence = r.count
	r.Items = append(r.Items, it)
}

// shared: "review and approve request 14" names the object once for both.
func (r *reader) shared(it Item) {
	if prev := r.last(true); prev != nil && !prev.Forbidden && prev.Target == "" && prev.Vague != "" &&
		it.Target != "" {
		prev.Target, prev.Vague = it.Target, ""
	}
}

// resolve finds what a pronoun, or nothing, stands for: what was named last, else the only thing that
// the user's last message is about, else a question.
func (r *reader) resolve(it *Item) {
	pronoun := r.pronoun(it.Target)
	if it.Target != "" && !pronoun {
		r.subject = it.Target
		return
	}
	if it.Target == "" && (!needsObject(it.Action) || r.whole(it.Lemma)) {
		return
	}
	if r.subject != "" {
		if pronoun {
			it.Target = r.standsFor(it.Target)
		} else if it.Target == "" && len(it.Unclear) == 0 {
			it.Vague = it.Said
		}
		return
	}
	it.Vague = it.Target
	if it.Vague == "" {
		it.Vague = it.Said
	}
	if r.before == nil {
		return
	}
	switch named := r.before.named(); {
	case len(named) == 1 && pronoun:
		r.subject, it.Vague = named[0], ""
		it.Target = r.standsFor(it.Target)
	case len(named) == 1:
		r.subject, it.Vague, it.Target = named[0], "", named[0]
	default:
		it.Options = named
	}
}

func (r *reader) standsFor(pronoun string) string {
	if r.s.han {
		return pronoun + "（" + r.subject + "）"
	}
	return pronoun + " (" + r.subject + ")"
}

func (r *reader) pronoun(target string) bool {
	var key strings.Builder
	for _, c := range strings.ToLower(target) {
		key.WriteRune(r.words.Simple(c))
	}
	e := r.words.Find(key.String())
	return e.Has(lexicon.Pronoun)
}

func (r *reader) whole(lemma string) bool {
	e := r.words.Find(lemma)
	return e.Has(lexicon.Whole) || len([]rune(lemma)) > 2 && e.Has(lexicon.Weak)
}

// named lists what a message is about: the targets it asks for, else the ids it names.
func (r *Reading) named() []string {
	var out []string
	add := func(text string) {
		for _, s := range out {
			if s == text {
				return
			}
		}
		if text != "" && len(out) < 8 {
			out = append(out, text)
		}
	}
	for _, it := range r.Items {
		if it.Vague == "" && !it.Forbidden && len(it.Unclear) == 0 {
			add(it.Target)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, t := range r.Text.Tokens {
		if t.Kind == token.Code || t.Kind == token.Number {
			add(r.Text.Of(t.Span))
		}
	}
	return out
}

func needsObject(a intent.Action) bool {
	return a == intent.ActionDelete || a == intent.ActionModify || a == intent.ActionExecute ||
		a == intent.ActionOther ||
		a == ""
}
