// Package configfile reads the command's configuration file, JSON or YAML:
//
//	instances:
//	  orders:
//	    language: zh-CN
//	    schemaFile: orders.schema.json   # or schema: {…}
//	    validator: native
//	    executor: {provider: openai, model: NAME}
//	bridge: {maxJobs: 32}
//
// It judges what is the command's own business: that the file can be read, that no key comes twice, the
// keys outside an instance, and of an instance `executor`, `schemaFile` and `validator`, which it takes
// off. The rest of an instance is kept as it stands for the runtime to judge.
//
// The package reads files and nothing else: no environment, no network. It is the command's and not
// covered by the compatibility promise.
package configfile
