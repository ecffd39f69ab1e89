#!/bin/bash
# Packs the Swift package for publication: `package.sh URL [FOLDER]`. Packs Damier.xcframework (built on a Mac) as
# Damier.xcframework.zip, and writes a Package.swift with the URL and the checksum.
set -euo pipefail
cd "$(dirname "$0")/../.."
url=${1:?the address at which Damier.xcframework.zip will lie}
folder=${2:-target/bindings/swift}

if [ ! -d "$folder/Damier.xcframework" ]; then
  [ "$(uname -s)" = Darwin ] || { echo "Damier.xcframework is made on a Mac with Xcode, and $folder has none"; exit 1; }
  libraries=()
  for target in aarch64-apple-ios aarch64-apple-ios-sim aarch64-apple-darwin; do
    rustup target add "$target"
    cargo rustc --release --locked -p damier-uniffi --crate-type staticlib --target "$target"
    libraries+=(-library "target/$target/release/libdamier_uniffi.a" -headers "$folder/Headers")
  done
  xcodebuild -create-xcframework "${libraries[@]}" -output "$folder/Damier.xcframework"
fi

# Sorted by name and with a fixed time, so that the same files give the same checksum.
rm -f "$folder/Damier.xcframework.zip"
find "$folder/Damier.xcframework" -exec touch -t 198001010000 {} +
(cd "$folder" && find Damier.xcframework -type f | LC_ALL=C sort | TZ=UTC zip -Xq@ Damier.xcframework.zip)
# Equals `swift package compute-checksum`: SHA-256.
sum=$(openssl dgst -sha256 -r "$folder/Damier.xcframework.zip" | cut -d ' ' -f 1)

lies='path: "Damier.xcframework"'
grep -q "$lies" bindings/swift/Package.swift
sed "s|$lies|url: \"$url\", checksum: \"$sum\"|; s|^// The layout as .*|// Written by package.sh.|" \
  bindings/swift/Package.swift >"$folder/Package.swift"
echo "bindings: $folder/Package.swift names $url, $sum"
