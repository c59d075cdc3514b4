#!/usr/bin/env bash
# Locks the Python packages with hashes and the Rust crates. uv writes one file for every platform
# and Python version that the package supports.
. "$(dirname "$0")/say.sh"

.venv/bin/python -m pip install --quiet uv==0.9.0
compile() {
  .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
    --no-emit-index-url --custom-compile-command "make lock" "$@"
}
compile pyproject.toml --extra dev --extra bench -o requirements/dev.txt
compile requirements/node.in -o requirements/node.txt
compile requirements/silero.in --no-deps -o requirements/silero.txt
for manifest in rust_renderer wasm scripts/bindgen; do
  cargo generate-lockfile --manifest-path "$manifest/Cargo.toml"
done
