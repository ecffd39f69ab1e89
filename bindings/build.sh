#!/bin/bash
# Builds the bindings as packages into target/bindings: `build.sh [--tests] [python] [kotlin] [swift] [npm]`, all four without a name.
# --tests takes the unoptimised library that `.ci/test` has built, and packs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

out=target/bindings
say() { printf 'bindings: %s\n' "$*"; }

if [ "${1:-}" = --tests ]; then
  shift
  built=target/debug
else
  # The bindings are generated from the library's symbols, so these are not stripped.
  CARGO_PROFILE_RELEASE_STRIP=debuginfo cargo build -q --release --locked -p damier-uniffi
  cargo build -q --locked -p uniffi-bindgen
  built=target/release
  pack=1
fi
[ $# -gt 0 ] || set -- python kotlin swift npm

case $(uname -s) in
  Darwin) library=$built/libdamier_uniffi.dylib system=darwin ;;
  *) library=$built/libdamier_uniffi.so system=linux ;;
esac
system=$system-$(uname -m | sed 's/x86_64/x86-64/')

generate() { target/debug/uniffi-bindgen generate "$library" --language "$1" --no-format --out-dir "$2"; }

python() {
  rm -rf $out/python
  mkdir -p $out/python
  cp -r bindings/python/{damier,example,README.md,pyproject.toml,setup.py} LICENSE-* $out/python/
  generate python $out/python/damier
  cp "$library" $out/python/damier/
  [ -n "${pack:-}" ] || return 0
  rm -f $out/damier-*.whl
  python3 -m pip wheel -q --no-deps -w $out $out/python
  say "$(ls $out/damier-*.whl)"
}

kotlin() {
  rm -rf $out/kotlin
  mkdir -p $out/kotlin/{src,classes/$system}
  generate kotlin $out/kotlin/src
  cp -r bindings/kotlin/{README.md,aar} $out/kotlin/
  bindings/kotlin/compile.sh $out/kotlin/classes $out/kotlin/src
  cp "$library" $out/kotlin/classes/$system/
  [ -n "${pack:-}" ] || return 0
  (cd $out/kotlin/classes && zip -qr ../damier.jar . && zip -qr ../aar/classes.jar . -x "$system/*")
  bindings/kotlin/maven.sh $out/kotlin
}

swift() {
  rm -rf $out/swift{,-test/Library}
  mkdir -p $out/swift/{Sources/Damier,Headers} $out/swift-test/Library
  generate swift $out/swift/Sources/Damier
  mv $out/swift/Sources/Damier/*.h $out/swift/Headers/
  cat $out/swift/Sources/Damier/*.modulemap >$out/swift/Headers/module.modulemap
  rm $out/swift/Sources/Damier/*.modulemap
  cp bindings/swift/Sources/*.swift $out/swift/Sources/Damier/
  cp -r bindings/swift/{Package.swift,README.md,Example} $out/swift/
  cp "$library" $out/swift-test/Library/
  say "$out/swift"
}

npm() {
  [ -e ui/src/wasm/search ] || bindings/wasm/build.sh
  (cd ui && npx vite build --logLevel warn --config ../bindings/npm/vite.config.mjs)
  cp -r bindings/npm/{package.json,README.md,index.d.ts,node.js,node-host.js,node-worker.js,example} LICENSE-* $out/npm/
  cp ui/src/client/types.ts $out/npm/types.d.ts
  say "$out/npm"
}

for language; do "$language"; done
