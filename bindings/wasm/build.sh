#!/bin/sh
# Builds the two WebAssembly modules and the JavaScript around them into ui/src/wasm; `build.sh perft` builds the one to measure by, into
# target/wasm. `.ci/setup wasm` has installed what it needs.
#
# The standard library for wasm32-unknown-unknown comes from the installed toolchain, or, where that has none or with WASM_STD=apt,
# is compiled from the sources in the Debian packages rustc-web, cargo-web and rust-web-src.
set -eu
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
folder=target/wasm
# Every browser since 2023 adds sixteen numbers at once.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"

for v in 22 21 20 19 18 17 16 15; do
  if command -v "clang-$v" >/dev/null && command -v "llvm-ar-$v" >/dev/null; then break; fi
done
# For SQLite, which is C.
export CC_wasm32_unknown_unknown="clang-$v" AR_wasm32_unknown_unknown="llvm-ar-$v"
# Every visitor downloads it: without what the store does not use. The browser's file system has no WAL.
SQLITE_WASM_RS_FLAGS=
for part in FTS5 RTREE SESSION PREUPDATE_HOOK BYTECODE_VTAB DBPAGE_VTAB DBSTAT_VTAB STMTVTAB MATH_FUNCTIONS OFFSET_SQL_FUNC \
  UNKNOWN_SQL_FUNCTION UNLOCK_NOTIFY API_ARMOR COLUMN_METADATA; do
  SQLITE_WASM_RS_FLAGS="$SQLITE_WASM_RS_FLAGS -USQLITE_ENABLE_$part"
done
for part in JSON WAL TRACE PROGRESS_CALLBACK AUTHORIZATION TCL_VARIABLE UTF16 GET_TABLE COMPLETE DECLTYPE DESERIALIZE \
  COMPILEOPTION_DIAGS INTROSPECTION_PRAGMAS CASE_SENSITIVE_LIKE_PRAGMA LOCALTIME AUTOVACUUM INCRBLOB \
  XFER_OPT LIKE_OPTIMIZATION OR_OPTIMIZATION BETWEEN_OPTIMIZATION TRUNCATE_OPTIMIZATION GENERATED_COLUMNS; do
  SQLITE_WASM_RS_FLAGS="$SQLITE_WASM_RS_FLAGS -DSQLITE_OMIT_$part"
done
export SQLITE_WASM_RS_FLAGS="$SQLITE_WASM_RS_FLAGS -DSQLITE_UNTESTABLE"

if [ "${WASM_STD:-}" != apt ] && [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
  build() { cargo build "$@"; }
else
  # Named by path: rustup's come first otherwise. The flag lets a stable compiler build its own standard library, which is made small:
  # its sorts alone are a twentieth of the app otherwise, and the search is as fast.
  build() {
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="wasm-ld-$v" \
      /usr/bin/cargo build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
  }
fi

cargo build -q --locked -p damier-bindgen
# What searches is compiled for speed, the rest to be small; what both modules share is compiled once.
case ${1:-} in
  perft) home=$folder modules=search features="--features damier-wasm-search/perft" ;;
  *) home=ui/src/wasm modules='app search' features= ;;
esac
for module in $modules; do
  # One after the other: the search is built without the store, and would have it from the app's.
  # shellcheck disable=SC2086
  build -q --locked --profile wasm --target "$target" --target-dir "$folder" -p "damier-wasm-$module" $features
  name=damier_${1:-$module}
  target/debug/damier-bindgen "$folder/$target/wasm/damier_${module}_module.wasm" "$name" "$home/${1:-$module}"
  # The type check of the pages needs no module, only this.
  [ -n "$features" ] || cp "$home/$module/$name.d.ts" "ui/src/client/wasm/$module.d.ts"
  printf 'wasm: %s %s bytes, %s gzipped\n' "${1:-$module}" \
    "$(wc -c <"$home/${1:-$module}/${name}_bg.wasm")" "$(gzip -9c "$home/${1:-$module}/${name}_bg.wasm" | wc -c)"
done
