#!/bin/bash
# Tests the packages as users install them: the wheel in a fresh environment, the Kotlin jar on the JVM, the Swift package where there
# is a compiler, the npm package in a browser and in Node; checks that PyPI and npm would accept them.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/target/bindings

rm -rf "$out/fresh"
python3 -m venv "$out/fresh"
"$out/fresh/bin/pip" install -q --no-index "$out"/damier-*.whl
# An illegal move, a hint, a move, and the end.
(cd / && printf '32-37\n\n32-28\nq\n' | "$out/fresh/bin/python" "$OLDPWD/bindings/python/example/terminal.py") >"$out/example.txt"
for said in 'you may play' perhaps 'Damier plays' '1. 32-28'; do grep -q "$said" "$out/example.txt"; done
(cd / && ENDINGS=100 STRESS=20 "$out/fresh/bin/python" -m unittest discover -s "$OLDPWD/bindings/python/tests")
# Uninitialised values that valgrind reports are Python's own; invalid reads, writes and frees are ours. It runs the interpreter
# itself, not the environment's link to it, and so needs the environment's path.
in_fresh() { "$out/fresh/bin/python" -c "import os, sys, sysconfig; print($1)"; }
PYTHONPATH=$(in_fresh 'sysconfig.get_path("purelib")') PYTHONMALLOC=malloc valgrind -q --undef-value-errors=no --error-exitcode=9 \
  "$(in_fresh 'os.path.realpath(sys.executable)')" bindings/python/tests/stress.py 1 2

bindings/kotlin/test.sh
bindings/swift/test.sh
node bindings/npm/test.mjs "$out/npm"
PACKAGE=$out/npm node --test --test-reporter=spec bindings/npm/node.test.mjs

# A separate environment: the wheel above was tested without other packages.
rm -rf "$out/upload"
python3 -m venv "$out/upload"
"$out/upload/bin/pip" install -q twine auditwheel
"$out/upload/bin/twine" check --strict "$out"/damier-*.whl
case $(uname -s) in
  # The tool prints the C library that the wheel needs; the file name must not promise an older one.
  Linux) "$out/upload/bin/auditwheel" show "$out"/damier-*.whl ;;
esac
(cd "$out/npm" && npm publish --dry-run --loglevel warn)

echo 'bindings: the wheel, the jar and the npm package work'
