#!/usr/bin/env bash
# Builds scripts/bindgen into .tools/bin, at exactly the wasm-bindgen of rust_renderer/Cargo.lock.
. "$(dirname "$0")/say.sh"

wanted=$(locked_version wasm-bindgen rust_renderer/Cargo.lock)
pinned=$(locked_version wasm-bindgen-cli-support scripts/bindgen/Cargo.lock)
[ "$wanted" = "$pinned" ] ||
  stop "rust_renderer/Cargo.lock has wasm-bindgen $wanted and scripts/bindgen $pinned. Set both in their Cargo.toml and run: make lock"
say "building wasm-bindgen $wanted into .tools/bin"
cargo install --quiet --locked --force --path scripts/bindgen --root .tools \
  --target-dir scripts/bindgen/target --no-track ||
  stop "scripts/bindgen did not build (the lines above say why)"
