#!/usr/bin/env bash
# Checks the Rust toolchain and chooses how WebAssembly is built: .tools/wasm-toolchain then holds
# `rustup` (the target's standard library is ready-made) or `debian` (the standard library is
# built from Debian's sources, packages rustc-web and rust-web-src).
. "$(dirname "$0")/say.sh"

# Debian keeps a recent Rust for its browsers, without a library for wasm32 but with its source.
DEBIAN_PACKAGES="rustc-web cargo-web rustfmt-web rust-web-src rust-web-llvm lld-22"
# Taken where the ordinary Rust is recent enough, later than Debian 13 (1.85): it has the library.
NEWER_DEBIAN_PACKAGES="rustc cargo rustfmt rust-clippy rust-llvm libstd-rust-dev-wasm32"

# A folder of the library proves little: it may be another compiler's, or the linker may be missing.
has_wasm_target() {
  echo 'pub fn one() -> Vec<u8> { vec![1] }' |
    rustc --target wasm32-unknown-unknown --crate-type cdylib -o .tools/probe.wasm - 2>/dev/null
}

# The crates build from rustc 1.88 on, for `as_chunks` of slices.
rust_is_new_enough() {
  rustc --version 2>/dev/null | awk '{ split($2, v, "."); exit !(v[1] > 1 || v[2] >= 88) }' &&
    cargo --version >/dev/null 2>&1
}

apt_has_new_rust() {
  apt_knows libstd-rust-dev-wasm32 &&
    apt-cache policy libstd-rust-dev-wasm32 |
    awk '/Candidate:/ { split($2, v, "."); exit !(v[1] > 1 || v[2] >= 88) }'
}

debian_toolchain() {
  [ -x /usr/bin/cargo ] && [ -d /usr/lib/rustlib/src/rust/library/vendor ] && [ -x /usr/bin/lld-22 ]
}

mkdir -p .tools
command -v cc >/dev/null || apt_install "a C linker is missing (Rust links with it)" gcc libc6-dev
if ! rust_is_new_enough; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    packages=$DEBIAN_PACKAGES
    if apt_has_new_rust; then packages=$NEWER_DEBIAN_PACKAGES; fi
    # shellcheck disable=SC2086
    apt_install "Rust 1.88 or newer is missing" $packages
  fi
  rust_is_new_enough || stop "Rust 1.88 or newer is missing. Install it with rustup, from https://rustup.rs, and run make again"
fi

choice=${SURTITLE_WASM_TOOLCHAIN:-}
if [ -z "$choice" ]; then
  if has_wasm_target; then
    choice=rustup
  elif command -v rustup >/dev/null; then
    say "adding Rust's wasm32-unknown-unknown target"
    if rustup target add wasm32-unknown-unknown >&2; then choice=rustup; fi
  fi
fi
if [ -z "$choice" ] && command -v apt-get >/dev/null && apt_has_new_rust; then
  apt_install "the wasm32 target of Debian's Rust is missing" rust-llvm libstd-rust-dev-wasm32
  if has_wasm_target; then choice=rustup; fi
fi
if [ -z "$choice" ]; then
  say "no rustup that can add the wasm32 target: using Debian's Rust and its library's source"
  choice=debian
fi
case $choice in
  rustup) has_wasm_target || stop "rustc has no wasm32-unknown-unknown target. Run: rustup target add wasm32-unknown-unknown" ;;
  debian)
    # shellcheck disable=SC2086
    debian_toolchain || apt_install "the wasm32 target needs Debian's Rust packages" $DEBIAN_PACKAGES
    ;;
  *) stop "SURTITLE_WASM_TOOLCHAIN is '$choice': it can be rustup or debian" ;;
esac
# The file's time decides what is built anew: it changes with the choice, or with this script.
if [ "$(cat .tools/wasm-toolchain 2>/dev/null)" != "$choice" ] ||
  [ "${BASH_SOURCE[0]}" -nt .tools/wasm-toolchain ]; then
  printf '%s\n' "$choice" >.tools/wasm-toolchain
fi
