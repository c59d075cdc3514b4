# `make help` prints every command with what stands after its `##`.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

BIN := .venv/bin
CARGO_JOBS ?= 2
export CARGO_BUILD_JOBS ?= $(CARGO_JOBS)
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
# Node may have been installed into the virtual environment.
export PATH := $(CURDIR)/$(BIN):$(PATH)

NATIVE := python/surtitle/_native.abi3.so
GUEST := python/surtitle/engine/recogniser.wasm
WEB_CORE := web/generated/native/surtitle_web_bg.wasm
PAGE := python/surtitle/static/index.html

rust_sources = $(shell find $(1) \( -name target -o -name tests -o -name benches \) -prune -o -type f -print)
CORE_SOURCES := $(call rust_sources,rust_renderer)
PYTHON_BINDING := $(filter-out rust_renderer/crates/web/%,$(CORE_SOURCES))
WEB_BINDING := $(filter-out rust_renderer/crates/python/%,$(CORE_SOURCES))
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -name generated -prune -o \
  -name tests -prune -o -type f -print) \
  $(shell find python/surtitle/policy -name '*.py' 2>/dev/null) \
  $(wildcard demo/*.webm demo/*.json demo/*.vtt) scripts/precompress.mjs scripts/build-web.sh

.PHONY: help run test test-rust test-python test-web test-policy test-e2e setup native wasm guest \
  web models lint format doctor bench-extras wheel lock clean force

help: ## Print every command
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: native guest web ## Set up all that is missing, build, fetch the model and serve on http://127.0.0.1:8217 (ARGS="--port 9000")
	@$(BIN)/surtitle serve --fetch $(ARGS)

test: ## Lint and run every test: Rust, Python, TypeScript, the policy in Pyodide, pages in Chromium
	@scripts/test-all.sh lint test-rust test-python test-policy test-web test-e2e

test-rust: .venv/.ready .tools/wasm-toolchain ## Test the Rust crates
	# The bindings for Python are tested from Python; a test of their own would have to link libpython.
	cargo test --locked --quiet --manifest-path rust_renderer/Cargo.toml --workspace --exclude surtitle-python
	cargo test --locked --quiet --manifest-path wasm/Cargo.toml

test-python: native guest models ## Test the Python package (ARGS="-k serve")
	$(BIN)/pytest $(ARGS)

test-policy: web/node_modules/.ready ## Test the policy on CPython's twin in the browser, Pyodide
	node web/pyodide/run-policy-tests.mjs

test-web: web/node_modules/.ready wasm guest models ## Test the page's TypeScript
	cd web && npm run --silent test

test-e2e: native guest web models .tools/chromium ## Test whole pages in Chromium (ARGS="-k demo")
	SURTITLE_CHROMIUM="$$(cat .tools/chromium)" $(BIN)/pytest e2e $(ARGS)

setup: .venv/.ready web/node_modules/.ready .tools/wasm-toolchain .tools/bin/surtitle-bindgen .tools/chromium ## Set up what developers need, build nothing

native: $(NATIVE) ## Build the Rust core for Python
wasm: $(WEB_CORE) ## Build the Rust core for the web
guest: $(GUEST) ## Build the recogniser's WASI-NN guest
web: $(PAGE) ## Build the page

models: native ## Fetch the recogniser's model into the cache (SURTITLE_CACHE)
	@$(BIN)/surtitle models fetch

lint: native wasm guest web/node_modules/.ready ## Check formatting, lints and types of all three languages
	@scripts/lint.sh

format: .venv/.ready web/node_modules/.ready .tools/wasm-toolchain ## Format all three languages
	$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .
	for manifest in rust_renderer wasm scripts/bindgen; do cargo fmt --all --manifest-path $$manifest/Cargo.toml; done
	cd web && npm run --silent format

doctor: native ## Say what is there, what is missing and what mends it
	@$(BIN)/surtitle doctor

bench-extras: .venv/.ready ## Install what `surtitle bench` compares Surtitle with
	$(BIN)/pip install --quiet --no-deps --require-hashes -r requirements/silero.txt

wheel: native guest web ## Build the wheel that `pip install` takes, into dist/
	$(BIN)/maturin build --release --out dist

lock: .venv/.ready ## Lock the Python and Rust dependencies anew
	@scripts/lock.sh

clean: ## Remove everything that was built or set up here (not the model cache)
	rm -rf .venv .tools .cache dist web/node_modules web/generated python/surtitle/static $(GUEST) \
	  python/surtitle/_native*.so rust_renderer/target wasm/target scripts/bindgen/target

.venv/.ready: requirements/dev.txt scripts/setup-python.sh
	@scripts/setup-python.sh

web/node_modules/.ready: web/package-lock.json scripts/setup-node.sh | .venv/.ready
	@scripts/setup-node.sh

.tools/wasm-toolchain: scripts/setup-rust.sh $(if $(SURTITLE_WASM_TOOLCHAIN),force)
	@scripts/setup-rust.sh

.tools/bin/surtitle-bindgen: scripts/bindgen/src/main.rs scripts/bindgen/Cargo.lock | .tools/wasm-toolchain
	@scripts/setup-bindgen.sh

.tools/chromium: scripts/setup-chromium.sh | .venv/.ready
	@scripts/setup-chromium.sh

$(NATIVE): $(PYTHON_BINDING) pyproject.toml .venv/.ready | .tools/wasm-toolchain
	@scripts/build-native.sh

$(WEB_CORE): $(WEB_BINDING) .tools/wasm-toolchain .tools/bin/surtitle-bindgen scripts/build-wasm.sh scripts/wasm-cargo.sh
	@scripts/build-wasm.sh

$(GUEST): $(call rust_sources,wasm) .tools/wasm-toolchain scripts/build-guest.sh scripts/wasm-cargo.sh
	@scripts/build-guest.sh

$(PAGE): $(PAGE_SOURCES) $(WEB_CORE) $(GUEST) web/node_modules/.ready
	@scripts/build-web.sh

force:
