package ecma_test

import (
	"strings"
	"testing"
	"time"

	"github.com/devcodex/intent-runtime/domain/schema/ecma"
)

func compiled(b *testing.B, pattern string) *ecma.Pattern {
	b.Helper()
	p, err := ecma.Compile(pattern)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		compiled(b, `^(?<area>\p{Lu}{2})-\d{4,6}(?:\s[\w.\-]+)?$`)
	}
}

func BenchmarkMatchShort(b *testing.B) {
	p := compiled(b, `^[A-Z]{2}-\d{4,6}$`)
	never := func() bool { return false }
	b.ReportAllocs()
	for b.Loop() {
		p.Match("AB-12345", never)
	}
}

// BenchmarkMatchWorst is among the dearest matches within the limits.
func BenchmarkMatchWorst(b *testing.B) {
	p := compiled(b, `.{0,1000}x`)
	text := strings.Repeat("a", 250_000)
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			p.MatchString(text)
		}
	})
	b.Run("stoppable", func(b *testing.B) {
		for b.Loop() {
			p.Match(text, func() bool { return false })
		}
	})
}

func BenchmarkCheckSyntax(b *testing.B) {
	for name, text := range long(22_000) {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ecma.CheckSyntax(text, nil)
			}
		})
	}
}

// BenchmarkMatchStopped reports how long a dear match goes on after it was told
// to stop.
func BenchmarkMatchStopped(b *testing.B) {
	p := compiled(b, `.{0,1000}x`)
	text := strings.Repeat("a", 250_000)
	var late time.Duration
	for b.Loop() {
		end := time.Now().Add(50 * time.Millisecond)
		if _, stopped := p.Match(text, func() bool { return !time.Now().Before(end) }); !stopped {
			b.Fatal("not stopped")
		}
		late += time.Since(end)
	}
	b.ReportMetric(float64(late.Microseconds())/float64(b.N), "µs-late/op")
}
