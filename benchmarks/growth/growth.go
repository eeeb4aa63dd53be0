// Package growth measures how the cost of an operation grows with its input: make bench-growth.
package growth

import (
	"math"
	"runtime"
	"time"
)

// MaxExponent is what no row may pass: 1 is linear, and a machine that is busy adds some.
const MaxExponent = 1.2

// Row is one operation that is measured at doubled sizes.
type Row struct {
	Name  string
	Sizes []int // doubled; the exponent is that from the first to the last
	// Make prepares the operation at a size, which is not measured, and returns it.
	Make func(size int) (operation func(), err error)
}

// Result is what was measured of a row.
type Result struct {
	Costs    []time.Duration // processor time of one operation at each size
	Exponent float64
}

// atLeast is how much processor time a measurement takes, so that the clock's steps do not show, and
// rounds how many there are, of which the least counts.
const (
	atLeast = 20 * time.Millisecond
	rounds  = 5
)

// Measure measures a row.
func Measure(row Row) (Result, error) {
	var result Result
	for _, size := range row.Sizes {
		operation, err := row.Make(size)
		if err != nil {
			return Result{}, err
		}
		result.Costs = append(result.Costs, cost(operation))
	}
	first, last := 0, len(row.Sizes)-1
	grown := float64(result.Costs[last]) / float64(result.Costs[first])
	result.Exponent = math.Log(grown) / math.Log(float64(row.Sizes[last])/float64(row.Sizes[first]))
	return result, nil
}

// cost returns the least processor time that one operation took.
func cost(operation func()) time.Duration {
	operation()
	best := time.Duration(math.MaxInt64)
	for range rounds {
		runtime.GC()
		n := 0
		begun := processorTime()
		for processorTime()-begun < atLeast {
			operation()
			n++
		}
		best = min(best, (processorTime()-begun)/time.Duration(n))
	}
	return best
}
