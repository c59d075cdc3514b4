#!/usr/bin/env bash
# Builds the WASI-NN guest: python/surtitle/engine/recogniser.wasm
. "$(dirname "$0")/say.sh"

package=$(sed -n 's/^name = "\(.*\)"/\1/p' wasm/Cargo.toml | head -n 1)
say "building the recogniser guest"
wasm=$(scripts/wasm-cargo.sh wasm "$package") ||
  stop "the recogniser guest did not build (the lines above say why)"
mkdir -p python/surtitle/engine
cp "$wasm" python/surtitle/engine/recogniser.wasm.part
mv python/surtitle/engine/recogniser.wasm.part python/surtitle/engine/recogniser.wasm
