#!/bin/bash
# Checks the Swift package without Swift: `check.sh LIBRARY PACKAGE`. The grammar of its sources (with tree-sitter); the header
# as C; every function of the header in the library; the published checksum.
set -euo pipefail
library=$1 package=$2

clang=$(command -v clang clang-22 clang-19 | head -n 1)
for header in "$package"/Headers/*.h; do
  "${clang:?clang is needed}" -fsyntax-only -Wall -Werror -Wno-pragma-once-outside-header -x c "$header"
done
declared=$(grep -hoE '\b(uniffi|ffi)_[a-z0-9_]+\(' "$package"/Headers/*.h | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort -u)
missing=$(comm -23 <(echo "$declared") <(echo "$exported"))
[ -n "$declared" ] && [ -z "$missing" ] || { echo "declared and not there: $missing"; exit 1; }

# Packs the same stand-in twice, with different file times.
published=target/bindings/swift-published url=https://example.org/Damier.xcframework.zip
for try in 1 2; do
  rm -rf $published
  mkdir -p $published/Damier.xcframework/Headers
  cp "$package"/Headers/* $published/Damier.xcframework/Headers/
  touch -d "200$try-01-01" $published/Damier.xcframework/Headers/*
  bindings/swift/package.sh $url $published >/dev/null
  sha256sum <$published/Damier.xcframework.zip >$published/sum
  [ "$try" = 1 ] || cmp -s $published/sum target/bindings/swift-sum || { echo 'one library gave two checksums'; exit 1; }
  cp $published/sum target/bindings/swift-sum
done
grep -qF ".binaryTarget(name: \"DamierFFI\", url: \"$url\", checksum: \"$(cut -d ' ' -f 1 $published/sum)\")" $published/Package.swift ||
  { echo 'Package.swift does not name the archive and its checksum'; exit 1; }

tools=target/bindings/tools
if [ ! -d $tools ]; then
  python3 -m venv $tools && $tools/bin/pip install -q tree-sitter==0.26.1 tree-sitter-swift==0.7.4 || { rm -rf $tools; exit 1; }
fi
$tools/bin/python - "$package" $published <<'PYTHON'
import pathlib, sys
import tree_sitter, tree_sitter_swift

parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))
faults = 0

def look(node, file):
    global faults
    if node.type == "ERROR" or node.is_missing:
        faults += 1
        print(f"{file}:{node.start_point.row + 1}: no Swift")
    for child in node.children:
        if child.has_error or child.is_missing:
            look(child, file)

files = sorted(file for folder in sys.argv[1:] for file in pathlib.Path(folder).glob("**/*.swift"))
for file in files:
    # An attribute that the grammar does not know yet.
    text = file.read_text().replace("@_documentation(visibility: private)", "")
    look(parser.parse(text.encode()).root_node, file)
sys.exit(1 if faults or len(files) < 5 else 0)
PYTHON
echo "Swift: $(echo "$declared" | wc -l) functions of the header are in the library; header and grammar clean"
