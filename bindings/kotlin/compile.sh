#!/bin/bash
# Compiles Kotlin: `compile.sh CLASSES SOURCE…`; CLASSPATH adds to the class path.
set -euo pipefail
lib=$(dirname "$0")/node_modules/kotlin-compiler/lib
classes=$1
shift
java -Xmx1g -cp "$lib/kotlin-compiler.jar:$lib/kotlin-stdlib.jar:$lib/kotlinx-coroutines-core-jvm.jar:$lib/kotlin-reflect.jar:$lib/kotlin-script-runtime.jar:$lib/annotations-13.0.jar" \
  org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -jvm-target 17 \
  -cp "$("$(dirname "$0")/classpath.sh")${CLASSPATH:+:$CLASSPATH}" -d "$classes" "$@"
