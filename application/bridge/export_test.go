package bridge

// Busy counts the jobs that a call or an operation is at.
func Busy(b *Bridge) int {
	b.lanes.mu.Lock()
	defer b.lanes.mu.Unlock()
	return len(b.lanes.busy)
}
