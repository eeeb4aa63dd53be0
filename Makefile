# Every task of the repository. A fresh machine needs Go, git and make; `make help` lists the tasks.
# PKGS narrows test, race, fuzz, bench, vet and lint: make fuzz PKGS=./domain/language FUZZTIME=60s

GO       ?= go
BIN      ?= bin/intent
FUZZTIME ?= 10s
VECTORS  ?= acceptance/vectors
COUNT    ?= 1
COVERAGE ?= 90
PKGS     ?= ./...

TOOL    := $(GO) tool -modfile=tools/go.mod
# A checkout that git cannot read (a source archive, say) still builds, only without its commit.
VCS     := $(shell git rev-parse HEAD >/dev/null 2>&1 && echo auto || echo false)
BUILD   := CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=$(VCS)
TARGETS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
WIRED   := ./bootstrap/...

.DEFAULT_GOAL := help

##@ Use

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/intent, one static binary
	@$(BUILD) -o $(BIN) ./cmd/intent

.PHONY: run
run: build ## read a few sentences with the offline executor: no key, no network
	@BIN=$(BIN) sh docs/examples/run.sh

.PHONY: dist
dist: ## static binaries for linux, darwin and windows in dist/, with checksums (the first run takes minutes)
	@echo "$(words $(TARGETS)) targets; the first run compiles everything for each and takes minutes"
	@rm -rf dist && mkdir -p dist
	@set -e; for target in $(TARGETS); do \
	  os=$${target%/*}; arch=$${target#*/}; ext=; [ "$$os" = windows ] && ext=.exe; \
	  file=dist/intent_$${os}_$${arch}$$ext; echo "building $$file"; \
	  GOOS=$$os GOARCH=$$arch $(BUILD) -ldflags='-s -w' -o "$$file" ./cmd/intent; \
	  $(GO) version -m "$$file" >> dist/BUILDINFO; \
	done
	@cd dist && if command -v sha256sum >/dev/null; then sha256sum intent_* BUILDINFO; \
	  else shasum -a 256 intent_* BUILDINFO; fi > SHA256SUMS
	@cat dist/SHA256SUMS

##@ Test

.PHONY: test
test: ## every test: units, properties, acceptance, vectors, boundaries, documentation
	$(GO) test $(PKGS)

# The vectors are played by the built command, another process that the detector does not watch.
.PHONY: race
race: ## every test under the race detector, but for the vectors
	$(GO) test -race $$($(GO) list $(PKGS) | grep -v '/acceptance/conformance$$')

.PHONY: acceptance
acceptance: ## the contract, chapter by chapter
	$(GO) test -count=1 ./acceptance/...

.PHONY: conformance
conformance: ## the vectors alone; VECTORS=dir for a folder of your own
	INTENT_VECTORS=$(abspath $(VECTORS)) $(GO) test -count=1 ./acceptance/conformance

.PHONY: cover
cover: ## coverage of domain/..., at least COVERAGE (90) per cent
	@mkdir -p coverage
	@$(GO) test -coverprofile=coverage/domain.out -coverpkg=./domain/... ./domain/...
	@$(GO) tool cover -func=coverage/domain.out | awk -v least=$(COVERAGE) '$$1 == "total:" { \
	  sub("%", "", $$3); printf "domain coverage %s%%, at least %s%% wanted\n", $$3, least; exit !($$3 + 0 >= least) }'

# `go test -fuzz` takes one target at a time; the list is asked of the compiled tests, not of a file.
.PHONY: fuzz
fuzz: ## every fuzz target, one by one, FUZZTIME (10s) each
	@set -e; list=$$($(GO) test -list '^Fuzz' $(PKGS)); \
	pairs=$$(printf '%s\n' "$$list" | awk '/^Fuzz/ { name[n++] = $$1 } \
	  $$1 == "ok" { for (i = 0; i < n; i++) print name[i] "@" $$2; n = 0 }'); \
	for pair in $$pairs; do \
	  echo "fuzz $${pair#*@} $${pair%@*} for $(FUZZTIME)"; \
	  $(GO) test -run '^$$' -fuzz "^$${pair%@*}$$" -fuzztime $(FUZZTIME) "$${pair#*@}"; \
	done; \
	echo "$$(printf '%s' "$$pairs" | awk 'NF { n++ } END { print n + 0 }') fuzz targets passed"

.PHONY: scenarios
scenarios: ## the offline executor's score on the public scenarios, case by case
	$(GO) run ./acceptance/scenarios

##@ Measure

.PHONY: bench
bench: ## benchmarks of this module (COUNT=10 for benchstat), then of benchmarks/ beside other libraries
	$(GO) test -run '^$$' -bench . -skip '^Benchmark(MCP|Worst|Act)' -benchmem -count $(COUNT) $(PKGS)
	cd benchmarks && $(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./...

.PHONY: bench-act
bench-act: ## what a tool call costs: memory and SQLite journals, run length, catalogs of 1,000 tools
	$(GO) test -run '^$$' -bench '^BenchmarkAct' -benchmem -count $(COUNT) ./application/conversation ./domain/tool

.PHONY: bench-mcp
bench-mcp: ## readings over MCP on stdio: p50, p95 and the server's CPU; a resting session; cold start
	$(GO) test -run '^$$' -bench '^BenchmarkMCP' -count $(COUNT) ./acceptance/...

.PHONY: bench-growth
bench-growth: ## how costs grow with their input; fails if one grows with an exponent above 1.2
	cd benchmarks && $(GO) test -count 1 -v -run '^TestGrowth$$' ./growth -growth

.PHONY: bench-worst
bench-worst: ## the worst schemas and values inside the limits, both validators, time and memory
	$(GO) test -run '^$$' -bench '^BenchmarkWorst' -benchtime 1x -benchmem -count $(COUNT) ./...

##@ Check

.PHONY: verify
verify: fmt vet lint boundaries verify-wire modules ## every check that is not a test run

.PHONY: fmt
fmt: ## list files that gofmt would change
	@files=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi

.PHONY: vet
vet: ## go vet
	$(GO) vet $(PKGS)

.PHONY: lint
lint: ## golangci-lint, pinned in tools/go.mod (its first build takes minutes)
	$(TOOL) golangci-lint run $(PKGS)

.PHONY: boundaries
boundaries: ## who may import whom, and what domain code may do
	$(GO) test -count=1 ./acceptance/boundaries

# Both are needed: diff misses a broken set that no injector uses, check misses a stale file.
.PHONY: verify-wire
verify-wire: ## Wire's sets are sound and the generated injectors are up to date
	$(TOOL) wire check $(WIRED)
	$(TOOL) wire diff $(WIRED)

.PHONY: modules
modules: ## go.mod and go.sum are tidy and what was downloaded is what was pinned
	$(GO) mod tidy -diff
	$(GO) mod verify

##@ Maintain

.PHONY: golden
golden: ## write the golden files anew; read the difference before you commit it
	@set -e; for dir in $$(git grep -lE 'flag\.Bool\("update"' -- '*_test.go' | xargs -r -n1 dirname | sort -u); do \
	  $(GO) test -count=1 "./$$dir" -update; done
	@git status --short

.PHONY: wire
wire: ## generate the injectors anew
	$(TOOL) wire gen $(WIRED)

.PHONY: refresh-registry
refresh-registry: ## fetch the IANA subtag registry's newest snapshot (npm, CC0) into domain/language
	$(GO) generate ./domain/language

.PHONY: clean
clean: ## remove what was built and measured
	rm -rf bin dist coverage
