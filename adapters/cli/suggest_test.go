package cli

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"executor", "envelope", "orderId", "offline", "o", "parse", "schema"}
	for typed, want := range map[string]string{
		"executr": "executor", "exectuor": "executor", "orderID": "orderId", "order": "orderId", "offlin": "offline",
		"prase": "parse", "zzz": "", "": "", "x": "", "O": "o", "xy": "", "schemas": "schema", "env": "envelope",
	} {
		if got := Nearest(typed, known); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if DidYouMean("x", nil) != "" || DidYouMean("prase", known) != `; did you mean "parse"?` {
		t.Error(DidYouMean("prase", known))
	}
}
