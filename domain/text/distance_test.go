package text

import "testing"

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"type", "type", 0}, {"tpye", "type", 1},
		{"typ", "type", 1}, {"tyype", "type", 1}, {"tape", "type", 1}, {"ca", "abc", 3}, {"größe", "grösse", 2},
	} {
		if got := Distance(tt.from, tt.to); got != tt.want {
			t.Errorf("from %q to %q: %d, want %d", tt.from, tt.to, got, tt.want)
		}
		if got := Distance(tt.to, tt.from); got != tt.want {
			t.Errorf("from %q to %q: %d, want %d", tt.to, tt.from, got, tt.want)
		}
	}
}
