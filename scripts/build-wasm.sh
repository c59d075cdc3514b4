#!/usr/bin/env bash
# Builds the Rust core for the web: web/generated/native/{surtitle_web.js,…_bg.wasm,….d.ts}
. "$(dirname "$0")/say.sh"

say "building the Rust core for the web"
# Every browser with WebAssembly SIMD is served; the page says so to the others.
wasm=$(RUSTFLAGS="-C target-feature=+simd128" scripts/wasm-cargo.sh rust_renderer surtitle-web) ||
  stop "the Rust core did not build for wasm32 (the lines above say why)"
rm -rf web/generated/native
mkdir -p web/generated/native
.tools/bin/surtitle-bindgen "$wasm" web/generated/native surtitle_web
