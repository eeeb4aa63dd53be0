// Other validators beside ours, measured on the same documents. A nested module: what the rivals
// depend on never reaches the module itself.
module github.com/devcodex/intent-runtime/benchmarks

go 1.26.0

require (
	github.com/devcodex/intent-runtime v0.0.0
	github.com/google/jsonschema-go v0.4.3
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/xeipuuv/gojsonschema v1.2.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	github.com/google/wire v0.7.0 // indirect
	github.com/xeipuuv/gojsonpointer v0.0.0-20180127040702-4e3ac2762d5f // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/devcodex/intent-runtime => ../
