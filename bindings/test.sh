#!/bin/bash
# The packages as their users have them: the wheel in a fresh environment, the Kotlin jar on the JVM, the npm package in a browser.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/target/bindings

rm -rf "$out/fresh"
python3 -m venv "$out/fresh"
"$out/fresh/bin/pip" install -q --no-index "$out"/damier-*.whl
# A move that is none, a hint, a move, and the end.
(cd / && printf '32-37\n\n32-28\nq\n' | "$out/fresh/bin/python" "$OLDPWD/bindings/python/example/terminal.py") >"$out/example.txt"
for said in 'you may play' perhaps 'Damier plays' '1. 32-28'; do grep -q "$said" "$out/example.txt"; done
(cd / && "$out/fresh/bin/python" -m unittest discover -s "$OLDPWD/bindings/python/tests")

bindings/kotlin/test.sh
node bindings/npm/test.mjs "$out/npm"
echo 'bindings: the wheel, the jar and the npm package work'
