#!/usr/bin/env bash
# Builds the Rust core for CPython into python/surtitle and installs the package as editable.
. "$(dirname "$0")/say.sh"

say "building the Rust core for Python"
PIP_QUIET=1 VIRTUAL_ENV=$PWD/.venv .venv/bin/maturin develop --release --quiet ||
  stop "maturin could not build surtitle._native (the lines above say why)"
# maturin leaves the file as it is where nothing changed.
touch python/surtitle/_native.abi3.so
