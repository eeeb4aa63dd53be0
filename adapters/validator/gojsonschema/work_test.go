//go:build unix

package gojsonschema

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema"
	"github.com/devcodex/intent-runtime/domain/strictjson"
)

// expensive is a kind of schema and value that is valid and costs gojsonschema much, by size.
type expensive struct {
	name   string
	schema func(n int) string
	value  func(n int) string
	most   int
}

func always(text string) func(int) string { return func(int) string { return text } }

func repeated(item string) func(int) string {
	return func(n int) string { return "[" + strings.Repeat(item+",", n) + item + "]" }
}

func counted(item func(i int) string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString("[" + item(0))
		for i := 1; i < n; i++ {
			b.WriteString("," + item(i))
		}
		return b.String() + "]"
	}
}

// failing returns 15 branches that fail and one that holds.
func failing(branch string) string {
	return `{"items":{"anyOf":[` + strings.Repeat(branch+",", 15) + `{}]}}`
}

func names(n int, write func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = write(i)
	}
	return strings.Join(all, ",")
}

func longEnum(n, size int) string {
	return `{"enum":[` + names(n, func(i int) string { return fmt.Sprintf(`"%0*d"`, size, i) }) + `]}`
}

func expensives() []expensive {
	long := strings.Repeat("n", 100_000)
	cubed := `{"type":"string"}`
	for range 3 {
		cubed = `{"anyOf":[` + strings.Repeat(cubed+",", 15) + cubed + `]}`
	}
	properties := names(255, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"integer"}`, i) })
	required := names(256, func(i int) string { return fmt.Sprintf(`"p%d"`, i) })
	return []expensive{
		{"visits", always(`{"items":{"allOf":[{},{},{},{}]}}`), repeated("1"), 20000},
		{"typed visits", always(`{"items":{"type":["string","integer"],"minimum":0,"maximum":9,"multipleOf":1}}`), repeated("1"), 20000},
		{"failing types", always(failing(`{"type":"string"}`)), repeated("1"), 20000},
		{"failing cubes", always(`{"not":{"items":` + cubed + `}}`), repeated("1"), 20000},
		{"failing enum", always(failing(longEnum(100, 70))), repeated("1"), 20000},
		{"failing long enum", always(`{"items":{"anyOf":[` + longEnum(1000, 120) + `,{}]}}`), repeated("1"), 20000},
		{"failing const", always(failing(`{"const":"` + strings.Repeat("c", 7000) + `"}`)), repeated("1"), 20000},
		{"failing pattern", always(failing(`{"pattern":"^b"}`)), repeated(`"a"`), 20000},
		{"failing format", always(failing(`{"format":"date-time"}`)), repeated(`"a"`), 20000},
		{"failing multiple", always(failing(`{"multipleOf":3e-300}`)), repeated(`1e-299`), 20000},
		{"failing bounds", always(failing(`{"minimum":2e-300,"exclusiveMinimum":3e-300,"maximum":-1e-300}`)), repeated(`1e-300`), 20000},
		{"failing unique", always(failing(`{"uniqueItems":true}`)), repeated(`[1,1]`), 6000},
		{"many twins", always(`{"not":{"uniqueItems":true}}`), repeated(`1`), 20000},
		{"missing names", always(`{"items":{"not":{"required":[` + required + `]}}}`), repeated(`{}`), 20000},
		{"failing under a long name", always(`{"properties":{"` + long + `":{"items":{"not":{"type":"string"}}}}}`),
			func(n int) string { return `{"` + long + `":` + repeated("1")(n) + `}` }, 20000},
		{"closed objects", always(`{"items":{"not":{"additionalProperties":false}}}`),
			repeated(`{"a":1,"b":2,"c":3,"d":4}`), 4000},
		{"wide objects", always(`{"items":{"properties":{` + properties + `}}}`), repeated(`{"p1":1,"p2":2}`), 6600},
		{"one wide object", always(`{"properties":{` + properties + `},"additionalProperties":{"type":"integer"}}`),
			func(n int) string {
				return `{` + names(n, func(i int) string { return fmt.Sprintf(`"q%d":1`, i) }) + `}`
			}, 19000},
		{"enum", always(`{"items":` + longEnum(1000, 100) + `}`), repeated(`"` + fmt.Sprintf("%0100d", 999) + `"`), 2500},
		{"a big value against consts", always(`{"anyOf":[` + strings.Repeat(`{"const":1},`, 15) + `{}]}`),
			repeated(`"` + strings.Repeat("é", 50) + `"`), 2500},
		{"unique numbers", always(`{"uniqueItems":true}`), counted(func(i int) string { return fmt.Sprintf("%d.5", i) }), 19000},
		{"unique objects", always(`{"uniqueItems":true}`), counted(func(i int) string { return fmt.Sprintf(`{"a":[%d]}`, i) }), 6000},
		{"long numbers", always(`{"items":{"minimum":0,"multipleOf":1e-17}}`), repeated("0.12345678901234568"), 10000},
		{"tiny numbers", always(`{"items":{"minimum":0,"maximum":1,"exclusiveMaximum":1,"exclusiveMinimum":0,"multipleOf":1e-300}}`),
			repeated("1.25e-290"), 10000},
		{"patterns", always(`{"items":{"pattern":".{0,1000}x"}}`), repeated(`"` + strings.Repeat("a", 40) + `x"`), 5000},
		{"one pattern", always(`{"pattern":"^(a|b|ab){0,900}$|x$"}`),
			func(n int) string { return `"` + strings.Repeat("ab", n) + `x"` }, 120_000},
		{"long texts", always(`{"allOf":[` + strings.Repeat(`{"minLength":9,"maxLength":900000},`, 15) + `{}]}`),
			func(n int) string { return `"` + strings.Repeat("é", n) + `"` }, 120_000},
		{"regex formats", always(`{"items":{"format":"regex"}}`), repeated(`"` + strings.Repeat("(a)", 4000) + `"`), 20},
		{"long addresses", always(`{"items":{"allOf":[` + strings.Repeat(`{"format":"uri"},`, 15) + `{"format":"uri-reference"}]}}`),
			repeated(`"x:` + strings.Repeat("a", 4000) + `"`), 60},
		{"deep", always(`{"items":{"items":{"items":{"items":{"not":{"type":"string"}}}}}}`), repeated(`[[[1,1]]]`), 4000},
	}
}

func (x expensive) at(t testing.TB, n int) (*schema.Projection, strictjson.Value, int64) {
	t.Helper()
	s, fault := schema.Read([]byte(`{"type":"object","properties":{"v":`+x.schema(n)+`}}`), schema.Limits{MaxBytes: 200_000})
	if fault != nil {
		t.Fatalf("%s: %v", x.name, fault)
	}
	value, err := strictjson.Decode([]byte(`{"v":`+x.value(n)+`}`), strictjson.Options{})
	if err != nil {
		t.Fatalf("%s: %v", x.name, err)
	}
	p := s.Project(s.Fields())
	verdict, _ := schema.Evaluate(p, value, nil)
	if !verdict.Valid() {
		t.Fatalf("%s: not valid: %v", x.name, verdict.Violations[:1])
	}
	return p, value, verdict.Work
}

// largest finds the largest size whose work is still within the bound.
func (x expensive) largest(t testing.TB) int {
	low, high := 1, x.most
	for low < high {
		middle := (low + high + 1) / 2
		if _, _, work := x.at(t, middle); work <= MaxWork {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// processorTime is what the process has used of all processors, which a busy machine does not change.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkWorstConfirmation measures the second judge at the work bound, in processor time: what
// cannot be stopped must end within 300 ms.
func BenchmarkWorstConfirmation(b *testing.B) {
	for _, x := range expensives() {
		b.Run(strings.ReplaceAll(x.name, " ", "-"), func(b *testing.B) {
			n := x.largest(b)
			p, value, work := x.at(b, n)
			second, err := compile(privateSchema(p.Root()))
			if err != nil {
				b.Fatal(err)
			}
			text := value.AppendJSON(nil)
			b.ReportAllocs()
			begun := processorTime(b)
			for b.Loop() {
				if err := (judge{second}).judge(text); err != nil {
					b.Fatal(err)
				}
			}
			each := (processorTime(b) - begun).Seconds() * 1000 / float64(b.N)
			b.ReportMetric(float64(n), "size")
			b.ReportMetric(float64(work), "work")
			b.ReportMetric(each, "cpu-ms")
			b.ReportMetric(each*1e6/float64(work), "cpu-ns/work")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestWorkIsPinned holds the work of each row, at the sizes of the table, to the figure that was measured
// against the library: the factors of domain/schema stand behind a bound that no test can show otherwise.
// A figure that falls is a factor that became too low, or work that is counted no more; measure it before
// it is written here (BenchmarkWorstConfirmation).
func TestWorkIsPinned(t *testing.T) {
	for _, x := range expensives() {
		_, _, work := x.at(t, min(x.most, 200))
		if work > MaxWork { // beyond it not all of it is counted
			_, _, work = x.at(t, min(x.most, 20))
		}
		if want := pinnedWork[x.name]; work != want {
			t.Errorf("%q: %d, want %d", x.name, work, want)
		}
	}
	if len(pinnedWork) != len(expensives()) {
		t.Errorf("%d rows are pinned, there are %d", len(pinnedWork), len(expensives()))
	}
}

// pinnedWork is the work of each row at size 200, or 20 if that is beyond the bound.
var pinnedWork = map[string]int64{
	"visits":                     3021,
	"typed visits":               2418,
	"failing types":              130857,
	"failing cubes":              375743,
	"failing enum":               85812,
	"failing long enum":          82053,
	"failing const":              83292,
	"failing pattern":            133872,
	"failing format":             133872,
	"failing multiple":           219372,
	"failing bounds":             657852,
	"failing unique":             33375,
	"many twins":                 10498,
	"missing names":              215508,
	"failing under a long name":  66600,
	"closed objects":             38196,
	"wide objects":               6438,
	"one wide object":            1418,
	"enum":                       10056,
	"a big value against consts": 29547,
	"unique numbers":             1886,
	"unique objects":             2374,
	"long numbers":               2619,
	"tiny numbers":               40809,
	"patterns":                   53976,
	"one pattern":                56485,
	"long texts":                 144,
	"regex formats":              15840,
	"long addresses":             248093,
	"deep":                       20307,
}
