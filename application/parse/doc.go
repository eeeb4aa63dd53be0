// Package parse is the driver that asks an executor: one request in, one checked result or one typed
// error out.
package parse
