#!/bin/bash
# What can be checked of the Swift package where there is no Swift: `check.sh LIBRARY PACKAGE`. The grammar of its sources, where
# tree-sitter can be had; the header as C; every function of the header in the library.
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

tools=target/bindings/tools
if [ ! -d $tools ]; then
  python3 -m venv $tools && $tools/bin/pip install -q tree-sitter==0.26.1 tree-sitter-swift==0.7.4 || { rm -rf $tools; exit 1; }
fi
$tools/bin/python - "$package" <<'PYTHON'
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

files = sorted(pathlib.Path(sys.argv[1]).glob("**/*.swift"))
for file in files:
    # An attribute that the grammar does not know yet.
    text = file.read_text().replace("@_documentation(visibility: private)", "")
    look(parser.parse(text.encode()).root_node, file)
sys.exit(1 if faults or not files else 0)
PYTHON
echo "Swift: $(echo "$declared" | wc -l) functions of the header are in the library; header and grammar clean"
