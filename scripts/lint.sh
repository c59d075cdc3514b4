#!/usr/bin/env bash
# Every check of form, in the order of how quickly it answers; all of them run, the first failure
# decides the exit code.
. "$(dirname "$0")/say.sh"

failed=()
check() {
  say "$*"
  "$@" || failed+=("$*")
}

check_rust() {
  local manifest=$1/Cargo.toml target=${2:-}
  if cargo fmt --version >/dev/null 2>&1; then
    check cargo fmt --all --check --manifest-path "$manifest"
  else
    say "rustfmt is not installed and was left out. Run: rustup component add rustfmt (Debian 12: apt-get install rustfmt-web)"
  fi
  if cargo clippy --version >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    check cargo clippy --locked --quiet --manifest-path "$manifest" --all-targets $target -- -D warnings
  else
    say "clippy is not installed and was left out. Run: rustup component add clippy"
  fi
}

# What only WebAssembly compiles (SIMD under arch/wasm32, the bindings) is not seen on this machine's
# own target. Debian's toolchain has no clippy, so it is never in question here.
check_web_core() {
  if cargo clippy --version >/dev/null 2>&1 && [ "$(cat .tools/wasm-toolchain)" = rustup ]; then
    RUSTFLAGS="-C target-feature=+simd128" check cargo clippy --locked --quiet \
      --manifest-path rust_renderer/Cargo.toml --target wasm32-unknown-unknown -p surtitle-web -- -D warnings
  fi
}

check .venv/bin/ruff check --quiet .
check .venv/bin/ruff format --check --quiet .
(cd web && npm run --silent lint) || failed+=("biome")
(cd web && npm run --silent typecheck) || failed+=("tsc")
check .venv/bin/mypy
check_rust rust_renderer --workspace
check_web_core
check_rust wasm
check_rust scripts/bindgen

[ ${#failed[@]} = 0 ] || stop "$(printf '%s; ' "${failed[@]}")failed"
