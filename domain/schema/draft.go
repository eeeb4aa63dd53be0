package schema

import "github.com/devcodex/intent-runtime/domain/strictjson"

// draft is one object schema while [Prepare] writes it; done ends it.
type draft struct {
	p       *preparer
	at      string           // its pointer from the root
	source  strictjson.Value // as it was given
	members []part
}

// part is a member of a draft with the bytes of its text, in which inlined schemas are counted whole.
type part struct {
	name string
	rewritten
}

// under returns the pointer of a member.
func (d *draft) under(name string) string { return strictjson.AppendName(d.at, name) }

func (d *draft) changed(name, message string) { d.p.changed(d.under(name), message) }

func (d *draft) dropped(name, why string) { d.changed(name, "dropped: "+why) }

// position returns where a member stands, −1 if it is not there.
func (d *draft) position(name string) int {
	for i := range d.members {
		if d.members[i].name == name {
			return i
		}
	}
	return -1
}

func (d *draft) get(name string) (strictjson.Value, bool) {
	if i := d.position(name); i >= 0 {
		return d.members[i].value, true
	}
	return strictjson.Value{}, false
}

func (d *draft) has(name string) bool { return d.position(name) >= 0 }

// add writes a member that is not there yet.
func (d *draft) add(name string, r rewritten) { d.members = append(d.members, part{name, r}) }

// set writes a member, in the place of one of that name.
func (d *draft) set(name string, r rewritten) {
	if i := d.position(name); i >= 0 {
		d.members[i].rewritten = r
		return
	}
	d.add(name, r)
}

// remove takes a member off.
func (d *draft) remove(name string) {
	if i := d.position(name); i >= 0 {
		d.members = append(d.members[:i], d.members[i+1:]...)
	}
}

// done returns the schema that was written.
func (d *draft) done() rewritten {
	members := make([]strictjson.Member, len(d.members))
	bytes := len("{}")
	for i, m := range d.members {
		members[i] = strictjson.Field(m.name, m.value)
		bytes = grown(bytes, measured(strictjson.String(m.name)).bytes+len(":,")+m.bytes)
	}
	return rewritten{strictjson.Object(members...), bytes}
}

// measured is a value that is written as it stands.
func measured(v strictjson.Value) rewritten { return rewritten{v, min(len(v.JSON()), tooBig)} }

func grown(bytes, more int) int { return min(bytes+more, tooBig) }

// copyOf writes a member as it stands. A number that a double does not keep is a reason, but for an
// annotation, which is left out.
func (d *draft) copyOf(name string, v strictjson.Value) {
	var lost []string
	d.lossy(d.under(name), v, &lost)
	if len(lost) == 0 {
		d.add(name, measured(v))
		return
	}
	if name == "default" || name == "examples" {
		d.dropped(name, "it has a number that an IEEE 754 double does not keep, and checks nothing")
		return
	}
	for _, at := range lost {
		d.p.refuse(at, name,
			"is a number that an IEEE 754 double does not keep exactly, or an integer beyond ±(2^53−1)",
			"write a number that every JSON reader keeps, or check the text of a string with a pattern")
	}
}

// lossy gathers the pointers of the numbers that are not kept exactly, some of them if they are many.
func (d *draft) lossy(at string, v strictjson.Value, lost *[]string) {
	if len(*lost) > MaxReasons {
		return
	}
	switch v.Kind() {
	case strictjson.KindNumber:
		if _, err := strictjson.ParseDecimal(v.Text()); err != nil {
			*lost = append(*lost, at)
		}
	case strictjson.KindArray:
		for i, item := range v.Items() {
			d.lossy(strictjson.AppendIndex(at, i), item, lost)
		}
	case strictjson.KindObject:
		for name, member := range v.Members() {
			d.lossy(strictjson.AppendName(at, name), member, lost)
		}
	}
}
