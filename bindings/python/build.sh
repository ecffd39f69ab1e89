#!/bin/bash
# Builds the library and writes its Python side beside it, into bindings/python/damier.
# Arguments replace what cargo builds: `--workspace --all-features --locked` uses what the tests have built already.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ $# -gt 0 ] || set -- -p damier-uniffi -p uniffi-bindgen --locked
cargo build "$@"
target=$(cargo metadata --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/debug
library=$(find "$target" -maxdepth 1 -name 'libdamier_uniffi.so' -o -maxdepth 1 -name 'libdamier_uniffi.dylib' | head -n 1)

package=bindings/python/damier
rm -f "$package"/{damier,draughts}.py "$package"/libdamier_uniffi.*
"$target/uniffi-bindgen" generate "$library" --language python --no-format --out-dir "$package"
cp "$library" "$package/"
