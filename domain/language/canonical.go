package language

import (
	"slices"
	"strings"
)

// canonical checks a tag in lower case against the registry and returns its canonical form (RFC 5646,
// section 4.5). Replacing goes on until nothing changes, since what replaces a subtag can be deprecated
// itself, or make the whole a redundant tag. It ends: tools/registry refuses preferred values that go
// round in a circle.
func canonical(tag string) (string, error) {
	for {
		if whole, ok := lookup(wholeTagKind, tag); ok {
			if next := whole.preferred(tag); next != tag {
				tag = next
				continue
			}
			return grandfathered(tag)
		}
		p, err := split(tag)
		if err != nil {
			return "", err
		}
		if err := p.prefer(); err != nil {
			return "", err
		}
		if next := p.join(false); next != tag {
			tag = next
			continue
		}
		if err := namesOneLanguage(p.language); err != nil {
			return "", err
		}
		return p.join(true), nil
	}
}

// grandfathered judges a grandfathered tag that nothing replaces. It is in canonical form as registered,
// which is in lower case for all there are.
func grandfathered(tag string) (string, error) {
	if tag == "i-default" {
		return "", notOneLanguage(tag, "is whatever language a server prefers")
	}
	return tag, nil
}

// prefer checks every subtag up to the variants against the registry, and replaces those that have a
// preferred value. Extensions are put in order of their singletons.
func (p *parts) prefer() error {
	if err := p.preferLanguage(); err != nil {
		return err
	}
	var err error
	if p.script, err = preferSubtag(scriptKind, p.script, "script"); err != nil {
		return err
	}
	if p.region, err = preferSubtag(regionKind, p.region, "region"); err != nil {
		return err
	}
	if err := p.preferVariants(); err != nil {
		return err
	}
	slices.SortFunc(p.extensions, func(a, b extension) int {
		return strings.Compare(a.singleton, b.singleton)
	})
	return nil
}

// preferLanguage handles the primary language and its extlang: an extlang's preferred value takes the
// place of both.
func (p *parts) preferLanguage() error {
	own, err := preferSubtag(languageKind, p.language, "language")
	if err != nil {
		return err
	}
	if len(p.extlangs) == 0 {
		p.language = own
		return nil
	}
	name := p.extlangs[0]
	extlang, ok := lookup(extlangKind, name)
	if !ok {
		return unregistered(name, "extended language")
	}
	if !extlang.allowsPrefix(p.language) {
		return wrongPrefix(name, p.language)
	}
	p.language, p.extlangs = extlang.preferred(name), nil
	return nil
}

// preferVariants replaces variants in place. Two that have the same preferred value are the same variant,
// and a tag may hold one once only, so the later goes.
func (p *parts) preferVariants() error {
	var kept []string
	for _, variant := range p.variants {
		next, err := preferSubtag(variantKind, variant, "variant")
		if err != nil {
			return err
		}
		if !slices.Contains(kept, next) {
			kept = append(kept, next)
		}
	}
	p.variants = kept
	return nil
}

// preferSubtag returns the preferred value of a registered subtag. An absent one stays absent.
func preferSubtag(k kind, subtag, what string) (string, error) {
	if subtag == "" {
		return "", nil
	}
	found, ok := lookup(k, subtag)
	if !ok {
		return "", unregistered(subtag, what)
	}
	return found.preferred(subtag), nil
}

// namesOneLanguage refuses registered primary languages that stand for none, any, many or a private one.
func namesOneLanguage(primary string) error {
	found, _ := lookup(languageKind, primary)
	switch found.scope() {
	case "":
		return nil
	case "collection":
		return notOneLanguage(primary, "is a collection of languages")
	case "private-use":
		return notOneLanguage(primary, "is for private use")
	default:
		return notOneLanguage(primary, "names no language, or several")
	}
}

// join writes the tag, in lower case or with the case of section 2.1.1.
func (p parts) join(cased bool) string {
	subtags := append([]string{p.language}, p.extlangs...)
	script, region := p.script, p.region
	if cased && script != "" {
		script = strings.ToUpper(script[:1]) + script[1:]
	}
	if cased {
		region = strings.ToUpper(region)
	}
	for _, optional := range []string{script, region} {
		if optional != "" {
			subtags = append(subtags, optional)
		}
	}
	subtags = append(subtags, p.variants...)
	for _, e := range p.extensions {
		subtags = append(append(subtags, e.singleton), e.subtags...)
	}
	if len(p.private) > 0 {
		subtags = append(append(subtags, "x"), p.private...)
	}
	return strings.Join(subtags, "-")
}
