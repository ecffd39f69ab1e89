#!/bin/bash
# Runs the scenarios through the Kotlin objects, and a game of the example; `build.sh kotlin` has made them.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=target/bindings/kotlin
damier=$out/damier.jar
[ -e $damier ] || damier=$out/classes
path=$damier:$(bindings/kotlin/classpath.sh)
mkdir -p $out/{test,example}
CLASSPATH=$damier bindings/kotlin/compile.sh $out/test bindings/kotlin/test/*.kt
CLASSPATH=$damier bindings/kotlin/compile.sh $out/example bindings/kotlin/example/*.kt
java -cp "$out/test:$path" ScenariosKt tests/scenarios bindings/coverage.tsv
# However a program ends, it ends with its own status and in silence.
for ending in short alive exit; do
  for _ in $(seq "${ENDINGS:-5}"); do
    java -cp "$out/test:$path" EndingsKt $ending >$out/ending.txt 2>&1 || { cat $out/ending.txt; exit 1; }
    [ ! -s $out/ending.txt ] || { cat $out/ending.txt; exit 1; }
  done
done
# A move that is none, a hint, a move, and the end.
printf '32-37\n\n32-28\nq\n' | java -cp "$out/example:$path" TerminalKt >$out/example.txt
grep -q 'you may play' $out/example.txt && grep -q 'perhaps' $out/example.txt && grep -q 'Damier plays' $out/example.txt
