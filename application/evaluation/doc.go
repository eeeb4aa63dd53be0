// Package evaluation measures readings against cases that say what a right reading shows. It judges one
// outcome at a time, adds outcomes up to a report and compares a report with an earlier one. It reads no
// file and asks no model: who runs it brings the readings.
//
// A reading is right, asked, wrong or an error. Asking is no mistake: a reader that asks where it does not
// know is better than one that is confidently wrong, and the report keeps the two apart.
package evaluation
