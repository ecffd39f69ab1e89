#!/bin/bash
# The Swift package as it is published: `package.sh URL [FOLDER]`. Packs Damier.xcframework, which it makes on a Mac, as
# Damier.xcframework.zip, and writes a Package.swift that fetches that from URL and names its checksum.
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

# The same files give the same sum: in the order of their names, with one time.
rm -f "$folder/Damier.xcframework.zip"
find "$folder/Damier.xcframework" -exec touch -t 198001010000 {} +
(cd "$folder" && find Damier.xcframework -type f | LC_ALL=C sort | TZ=UTC zip -Xq@ Damier.xcframework.zip)
# What `swift package compute-checksum` says: SHA-256.
sum=$(openssl dgst -sha256 -r "$folder/Damier.xcframework.zip" | cut -d ' ' -f 1)

lies='path: "Damier.xcframework"'
grep -q "$lies" bindings/swift/Package.swift
sed "s|$lies|url: \"$url\", checksum: \"$sum\"|; s|^// The layout as .*|// Written by package.sh.|" \
  bindings/swift/Package.swift >"$folder/Package.swift"
echo "bindings: $folder/Package.swift names $url, $sum"
