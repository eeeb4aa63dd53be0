package text

// Distance counts the characters to insert, delete, replace or swap with their neighbour that make one
// word of another (optimal string alignment). It takes time proportional to the product of the lengths,
// so callers bound the words.
func Distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	var before, last []int // the rows of the table that are still needed
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
