#!/bin/bash
# Runs the scenarios through the Kotlin objects, a game of the example, and the sample of the README, and checks the layout of
# the packages. Needs `build.sh kotlin`.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=target/bindings/kotlin
damier=$out/damier.jar
[ -e $damier ] || damier=$out/classes
path=$damier:$(bindings/kotlin/classpath.sh)
rm -rf $out/{test,example,sample,layout}
mkdir -p $out/{test,example,sample}
CLASSPATH=$damier bindings/kotlin/compile.sh $out/test bindings/kotlin/test/*.kt
sed -n '/^```kotlin$/,/^```$/{/^```/d;p}' bindings/kotlin/README.md >$out/sample/Sample.kt
echo 'fun main() = kotlinx.coroutines.runBlocking { sample() }' >>$out/sample/Sample.kt
CLASSPATH=$damier bindings/kotlin/compile.sh $out/example bindings/kotlin/example/*.kt $out/sample/Sample.kt
java -cp "$out/test:$path" ScenariosKt tests/scenarios bindings/coverage.tsv
# However a program ends, it keeps its own status and prints nothing.
for ending in short alive exit; do
  for _ in $(seq "${ENDINGS:-5}"); do
    java -cp "$out/test:$path" EndingsKt $ending >$out/ending.txt 2>&1 || { cat $out/ending.txt; exit 1; }
    [ ! -s $out/ending.txt ] || { cat $out/ending.txt; exit 1; }
  done
done
# An illegal move, a hint, a move, and the end.
printf '32-37\n\n32-28\nq\n' | java -cp "$out/example:$path" TerminalKt >$out/example.txt
grep -q 'you may play' $out/example.txt && grep -q 'perhaps' $out/example.txt && grep -q 'Damier plays' $out/example.txt

# Each printing line of the README, with the output that it states.
java -cp "$out/example:$path" SampleKt >$out/sample/said.txt
sed -n 's,.*println(.*// ,,p' $out/sample/Sample.kt | diff - $out/sample/said.txt
[ "$(wc -l <$out/sample/said.txt)" -ge 5 ]

# The layout for Android too, with this system's library in place of Android's.
mkdir -p $out/layout/aar/jni/x86_64
cp -r $out/src $out/layout/
cp -r bindings/kotlin/aar/. $out/layout/aar/
(cd $out/classes && zip -qr ../layout/damier.jar . && zip -qr ../layout/aar/classes.jar . -x '*/libdamier_uniffi.*')
cp $out/classes/*/libdamier_uniffi.* $out/layout/aar/jni/x86_64/libdamier_uniffi.so
bindings/kotlin/maven.sh $out/layout >/dev/null
python3 bindings/kotlin/test/maven.py $out/layout/maven damier.jar damier-android.aar
[ ! -d $out/maven ] || python3 bindings/kotlin/test/maven.py $out/maven damier.jar
