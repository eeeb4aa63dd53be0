package validatortest

import (
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// Pair is a random schema with random values to judge by it, about half of them valid.
type Pair struct {
	Projection *schema.Projection
	Values     []strictjson.Value
}

// Pairs yields random schemas and values until there were as many values as asked for. The same seed
// gives the same ones.
func Pairs(seed uint64, values int) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		g := generator{rand.New(rand.NewPCG(seed, 0x5eed))}
		for values > 0 {
			p, err := project(wrapped(g.schema(0)))
			if err != nil {
				continue // two random counts may contradict what Read asks for
			}
			pair := Pair{Projection: p}
			node := p.Root().Property(field)
			for range min(values, valuesPerSchema) {
				v, err := decode(g.valueFor(node.Definition(), 0))
				if err == nil {
					pair.Values = append(pair.Values, holder(v))
				}
			}
			values -= len(pair.Values)
			if len(pair.Values) > 0 && !yield(pair) {
				return
			}
		}
	}
}

// generator writes random schemas and values as JSON text. Everything is drawn from small pools, so
// that schemas and values meet.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g generator) text() string {
	return g.pick(`""`, `"a"`, `"ab"`, `"b"`, `"é"`, `"e\u0301"`, `"😀"`, `"😀a"`, `"2024-02-29"`, `"P1D"`,
		`"a@b.example"`, `"10.0.0.1"`, `"<&>"`, `"\u2028"`, `"\n"`, `"1"`, `"null"`,
		`"00000000-0000-4000-8000-000000000000"`, `"/a~1b"`)
}

func (g generator) name() string {
	return g.pick(`"a"`, `"b"`, `"$ref"`, `""`, `"a/b"`, `"~"`, `"é"`, `"id"`)
}

// number writes a number that the strict reader takes: small ones in several spellings, and any
// double that is no large integer.
func (g generator) number() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("0", "-0", "0.0", "1", "1.0", "1e0", "10e-1", "-1", "2", "3")
	case 1:
		return g.pick("0.1", "0.2", "0.3", "0.30000000000000004", "19.99", "1.5", "-1.5", "1e-7",
			"5e-324", "1e-300")
	case 2:
		return g.pick("9007199254740991", "-9007199254740991", "4503599627370496.5", "2.2250738585072014e-308")
	case 3:
		return strconv.FormatInt(g.Int64N(2<<53)-1<<53, 10)
	case 4:
		return strconv.FormatFloat(float64(g.IntN(4000)-2000)/100, 'g', -1, 64)
	case 5:
		return strconv.FormatFloat(g.NormFloat64()*1e6, 'g', -1, 64)
	default:
		return strconv.Itoa(g.IntN(12) - 3)
	}
}

func (g generator) value(depth int) string {
	most := 6
	if depth >= 3 {
		most = 4
	}
	switch g.IntN(most) {
	case 0:
		return g.pick("null", "true", "false")
	case 1:
		return g.text()
	case 2, 3:
		return g.number()
	case 4:
		return g.list(g.IntN(4), func() string { return g.value(depth + 1) })
	default:
		return g.object(func(string) string { return g.value(depth + 1) })
	}
}

func (g generator) list(n int, item func() string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item()
		if i > 0 && g.chance(15) {
			items[i] = items[g.IntN(i)]
		}
	}
	return "[" + strings.Join(items, ",") + "]"
}

// object writes an object with some of the pool's names.
func (g generator) object(member func(name string) string) string {
	var members []string
	used := map[string]bool{}
	for range g.IntN(4) {
		if name := g.name(); !used[name] {
			used[name] = true
			members = append(members, name+":"+member(name))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}
