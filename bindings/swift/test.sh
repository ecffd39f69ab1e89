#!/bin/bash
# Compiles the Swift package for this system and runs its tests: scenarios, objects, searches, the example, the sample of the README,
# programs that end during a search, and several tasks under the thread sanitizer. Checks the manifests and the checksum of the archive.
# Needs `build.sh swift`.
set -euo pipefail
cd "$(dirname "$0")/../.."
package=target/bindings/swift test=target/bindings/swift-test published=target/bindings/swift-published

beside() { bindings/swift/beside.sh "$@"; }
beside true || { [ $? = 69 ] && exit; exit 1; }

# The same sources over this system's library.
rm -rf $test/{Headers,Sources,Tests}
cp -r $package/{Headers,Sources} bindings/swift/test/{Package.swift,Sources,Tests} $test/
cp $package/Example/Table.swift $test/Tests/DamierTests/
node bindings/swift/test/types.mjs $package/Sources/Damier/*.swift >$test/Tests/DamierTests/Types.swift
mkdir $test/Sources/Sample
sed -n '/^```swift$/,/^```$/{/^```/d;p}' bindings/swift/README.md >$test/Sources/Sample/main.swift

tests() { beside swift test --package-path $test --disable-xctest --no-parallel "$@"; }
tests
tests --sanitize=thread --scratch-path $test/.build-thread --filter 'Searching|aThousandObjects'

# Each printing line of the README, with the output that it states.
beside $test/.build/debug/Sample >$test/said.txt
sed -n 's,.*print(.*// ,,p' $test/Sources/Sample/main.swift | diff - $test/said.txt
[ "$(wc -l <$test/said.txt)" -ge 5 ]

# However a program ends, it keeps its own status and prints nothing.
for ending in short alive exit; do
  for _ in $(seq "${ENDINGS:-5}"); do
    beside $test/.build/debug/Endings $ending >$test/ending.txt 2>&1 || { cat $test/ending.txt; exit 1; }
    [ ! -s $test/ending.txt ] || { cat $test/ending.txt; exit 1; }
  done
done

# The publication, with a stand-in for the XCFramework: SwiftPM reads both manifests and computes the same checksum, also for files of
# another time.
url=https://example.org/Damier.xcframework.zip
for year in 2001 2002; do
  rm -rf $published
  mkdir -p $published/Damier.xcframework
  cp -r $package/Headers $published/Damier.xcframework/
  touch -d $year-01-01 $published/Damier.xcframework/Headers/*
  bindings/swift/package.sh $url $published >/dev/null
  sum=$(beside swift package compute-checksum $published/Damier.xcframework.zip)
  beside swift package --package-path $published dump-package | grep -q "\"checksum\" : \"$sum\""
  [ "${earlier:=$sum}" = "$sum" ] || { echo "one library gave two checksums: $earlier, $sum"; exit 1; }
done
beside swift package --package-path $package dump-package | grep -q '"path" : "Damier.xcframework"'
beside swiftc -frontend -parse $package/Example/BoardApp.swift
echo "Swift: the package works on this system"
