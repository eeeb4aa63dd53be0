// Package batch does one thing many times: several at a time, in bounded memory, with the outcomes in the
// order of what came in. It is the engine below `intent parse --batch` and `intent eval`, and knows neither
// files nor readings.
package batch
