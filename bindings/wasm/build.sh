#!/bin/sh
# Builds the WebAssembly modules and their JavaScript into ui/src/wasm: the app, the search, and the search with threads, for pages
# that may share memory. `.ci/setup wasm` installs what this needs.
#
#   build.sh          as shipped: small, one optimisation over all crates
#   build.sh --test   for tests: the same code, compiled several times faster
#   build.sh perft    the module that `tests/wasm/perft.mjs` measures, into target/wasm
#
# The standard library is compiled too, because the one that Rust ships knows no threads: from rustup's component rust-src, or else, or
# with WASM_STD=apt, from the Debian packages rustc-web, cargo-web and rust-web-src.
set -eu
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
folder=target/wasm
profile=wasm
if [ "${1:-}" = --test ]; then
  profile=wasm-test
  shift
fi
# All browsers since 2023 have 128-bit SIMD.
simd="-C target-feature=+simd128"
# The page creates the memory, which may be smaller than this: the largest table that it offers, and a quarter more. wasm-bindgen starts
# each thread by the exports.
threads="-C target-feature=+simd128,+atomics,+bulk-memory -C link-arg=--shared-memory -C link-arg=--import-memory"
threads="$threads -C link-arg=--max-memory=$((1280 << 20))"
for symbol in __wasm_init_tls __tls_size __tls_align __tls_base __heap_base; do threads="$threads -C link-arg=--export=$symbol"; done

for v in 22 21 20 19 18 17 16 15; do
  if command -v "clang-$v" >/dev/null && command -v "llvm-ar-$v" >/dev/null; then break; fi
done
# SQLite is C.
export CC_wasm32_unknown_unknown="clang-$v" AR_wasm32_unknown_unknown="llvm-ar-$v"

# RUSTC_BOOTSTRAP lets a stable compiler build its own standard library. optimize_for_size makes its sorts small; the search is as fast.
build() { RUSTC_BOOTSTRAP=1 "$cargo" build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"; }
cargo=cargo
if [ "${WASM_STD:-}" = apt ] || ! [ -f "$(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ]; then
  # Called by path, because rustup's programs come first in PATH.
  cargo=/usr/bin/cargo
  export RUSTC=/usr/bin/rustc CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="wasm-ld-$v"
fi

(unset RUSTC && cargo build -q --locked -p damier-bindgen)

# module CRATE NAME FOLDER FLAGS [CARGO OPTION…]: builds FOLDER/damier_NAME.js and its module from a crate, with these flags for rustc.
module() {
  crate=$1 name=damier_$2 home=$3
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$4"
  shift 4
  build -q --locked --profile "$profile" --target "$target" --target-dir "$folder" -p "damier-wasm-$crate" "$@"
  target/debug/damier-bindgen "$folder/$target/$profile/damier_${crate}_module.wasm" "$name" "$home"
  printf 'wasm: %s %s bytes, %s gzipped\n' "$name" \
    "$(wc -c <"$home/${name}_bg.wasm")" "$(gzip -9c "$home/${name}_bg.wasm" | wc -c)"
}

if [ "${1:-}" = perft ]; then
  module search perft "$folder/perft" "$simd" --features damier-wasm-search/perft
  exit
fi
# Built one by one: in one build the search would get the store's features.
module app app ui/src/wasm/app "$simd"
module search search ui/src/wasm/search "$simd"
module search threads ui/src/wasm/threads "$threads"
# The pages' type check reads the declarations alone.
for name in app search threads; do cp "ui/src/wasm/$name/damier_$name.d.ts" "ui/src/client/wasm/$name.d.ts"; done
