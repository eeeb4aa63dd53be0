package intent

import "slices"

// Evidence returns the quotations of one value or container, named by a JSON Pointer into the data, such as
// /boxes or /lines/0/sku: each with its material and every place where it stands. It is empty if the data
// has no such value. The slice is the caller's own.
func (a Audit) Evidence(pointer string) []AuditSource {
	path := "/data" + pointer
	for _, leaves := range [][]AuditLeaf{a.Leaves, a.Containers} {
		for _, leaf := range leaves {
			if leaf.Path == path {
				return slices.Clone(leaf.Sources)
			}
		}
	}
	return nil
}
