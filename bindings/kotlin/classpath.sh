#!/bin/sh
# Prints the class path that Kotlin programs with these bindings need: JNA, and the libraries of the compiler.
lib=$(cd "$(dirname "$0")" && pwd)/node_modules/kotlin-compiler/lib
echo "/usr/share/java/jna.jar:$lib/kotlin-stdlib.jar:$lib/kotlinx-coroutines-core-jvm.jar:$lib/kotlin-reflect.jar"
