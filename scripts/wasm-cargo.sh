#!/usr/bin/env bash
# Builds one crate for wasm32-unknown-unknown with the toolchain that setup-rust.sh chose and
# prints the path of the .wasm file: wasm-cargo.sh FOLDER PACKAGE
. "$(dirname "$0")/say.sh"

folder=$1 package=$2
toolchain=$(cat .tools/wasm-toolchain)
target_dir=$folder/target/wasm-$toolchain
build=(build --release --locked --manifest-path "$folder/Cargo.toml" -p "$package"
  --target wasm32-unknown-unknown --target-dir "$target_dir")

if [ "$toolchain" = debian ]; then
  # Debian ships no precompiled standard library for wasm32, but its source. Building it is an
  # unstable option of cargo, which RUSTC_BOOTSTRAP allows on a stable release.
  export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
  /usr/bin/cargo "${build[@]}" -Z build-std=std,panic_abort >&2
else
  cargo "${build[@]}" >&2
fi
printf '%s\n' "$target_dir/wasm32-unknown-unknown/release/${package//-/_}.wasm"
