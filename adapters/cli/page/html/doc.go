// Package html writes the page of a reading as one file for a browser: the material with every
// quotation marked and joined to its value, beside what was understood. The file loads nothing, runs
// nothing, and says so in a content security policy.
package html
