# make check is the gate.

GOFLAGS ?=
FUZZTIME ?= 3000x
MINIMIZE ?= 100x
export CGO_ENABLED ?= 0

.PHONY: build check format vet test race fuzz bench docs

build:
	go build -trimpath -o mcpreview ./cmd/mcpreview

check: format vet test race fuzz

format:
	@out=$$(gofmt -l .); if [ -n "$$out" ]; then echo "gofmt wants to change:"; echo "$$out"; exit 1; fi

vet:
	go vet ./...
	go tool staticcheck ./...

test:
	go test ./...

# The race detector needs cgo.
race:
	CGO_ENABLED=1 go test -race -short ./...

# Every fuzz target for FUZZTIME: a number of inputs, which ends the same way on a slow machine as on a
# fast one, or a duration (make fuzz FUZZTIME=10m). A duration that ends while an input is being judged can fail
# with "context deadline exceeded" and no found input, so no gate uses one.
fuzz:
	@for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "fuzz $$pkg $$target"; \
			go test $$pkg -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime $(MINIMIZE) || exit 1; \
		done; \
	done

# What a review costs against the floor, as ratios within one run. BENCH=full adds the
# rungs of 10,000 tools and 100,000 results, which take some minutes.
bench:
	go test -run '^$$' -bench . -timeout 60m ./bench | tee bench.out; ! grep -q '^FAIL' bench.out
	go run ./bench/table < bench.out

# Rewrites docs/rules.md from the catalogue.
docs:
	go test ./internal/rule ./samples -update
