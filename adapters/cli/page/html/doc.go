// Package html writes the page of a reading as one file for a browser: the request once, with what was
// understood marked in it, beside the intents, conditions, prohibitions, questions and values. A mark and
// what it stands for lead to each other, by hover and by click. The file loads nothing and runs nothing,
// and says so in a content security policy.
//
// Two kinds of marks are told apart: quotations, which the runtime has checked, and words that a text of
// the model shares with the request, which are no evidence. The size of a page and the time to write it
// are linear in what is shown; how many places are marked is bounded.
package html
