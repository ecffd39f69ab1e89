#!/bin/sh
# Builds the two WebAssembly modules and their JavaScript into ui/src/wasm. `.ci/setup wasm` installs what this needs.
#
#   build.sh          as shipped: small, one optimisation over all crates
#   build.sh --test   for tests: the same code, compiled several times faster
#   build.sh perft    the module that `tests/wasm/speed.mjs` measures, into target/wasm
#
# The standard library for wasm32-unknown-unknown comes from the installed toolchain. Without it, or with WASM_STD=apt, it is
# compiled from the Debian packages rustc-web, cargo-web and rust-web-src.
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
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"

for v in 22 21 20 19 18 17 16 15; do
  if command -v "clang-$v" >/dev/null && command -v "llvm-ar-$v" >/dev/null; then break; fi
done
# SQLite is C.
export CC_wasm32_unknown_unknown="clang-$v" AR_wasm32_unknown_unknown="llvm-ar-$v"

if [ "${WASM_STD:-}" != apt ] && [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  build() { cargo build "$@"; }
else
  # Called by path, because rustup's programs come first in PATH. RUSTC_BOOTSTRAP lets a stable compiler build its own
  # standard library. optimize_for_size makes its sorts small; the search is as fast.
  build() {
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="wasm-ld-$v" \
      /usr/bin/cargo build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
  }
fi

cargo build -q --locked -p damier-bindgen
case ${1:-} in
  perft) home=$folder modules=search features="--features damier-wasm-search/perft" ;;
  *) home=ui/src/wasm modules='app search' features= ;;
esac
for module in $modules; do
  # Built one by one: in one build the search module would get the store's features.
  # shellcheck disable=SC2086
  build -q --locked --profile "$profile" --target "$target" --target-dir "$folder" -p "damier-wasm-$module" $features
  name=damier_${1:-$module}
  target/debug/damier-bindgen "$folder/$target/$profile/damier_${module}_module.wasm" "$name" "$home/${1:-$module}"
  # The pages' type check reads the declarations alone.
  [ -n "$features" ] || cp "$home/$module/$name.d.ts" "ui/src/client/wasm/$module.d.ts"
  printf 'wasm: %s %s bytes, %s gzipped\n' "${1:-$module}" \
    "$(wc -c <"$home/${1:-$module}/${name}_bg.wasm")" "$(gzip -9c "$home/${1:-$module}/${name}_bg.wasm" | wc -c)"
done
