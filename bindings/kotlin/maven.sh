#!/bin/bash
# Writes a Maven repository from the output of `build.sh kotlin`: `maven.sh [FOLDER]`. org.damier:damier is the jar for the JVM
# with this system's library; org.damier:damier-android is the library for Android, from FOLDER/aar/jni/ABI.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-target/bindings/kotlin}
repository=$folder/maven
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
kotlin=$(sed -n 's/.*"kotlin-compiler": "\(.*\)".*/\1/p' bindings/kotlin/package.json)
rm -rf "$repository"

# pom NAME PACKAGING: coordinates and dependencies.
pom() {
  local jna=
  [ "$2" != aar ] || jna='
      <type>aar</type>'
  cat <<POM
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.damier</groupId>
  <artifactId>$1</artifactId>
  <version>$version</version>
  <packaging>$2</packaging>
  <name>$1</name>
  <description>Draughts: rules of eighteen games, why a move is refused, an engine, games kept, lessons, puzzles</description>
  <licenses>
    <license>
      <name>MIT OR Apache-2.0</name>
    </license>
  </licenses>
  <dependencies>
    <dependency>
      <groupId>org.jetbrains.kotlin</groupId>
      <artifactId>kotlin-stdlib</artifactId>
      <version>$kotlin</version>
    </dependency>
    <dependency>
      <groupId>org.jetbrains.kotlinx</groupId>
      <artifactId>kotlinx-coroutines-core</artifactId>
      <version>1.8.0</version>
    </dependency>
    <dependency>
      <groupId>net.java.dev.jna</groupId>
      <artifactId>jna</artifactId>
      <version>5.13.0</version>$jna
    </dependency>
  </dependencies>
</project>
POM
}

# publish NAME PACKAGING FILE: installs the file under its coordinates, with its sources and Maven's checksums.
publish() {
  local place=$repository/org/damier/$1/$version
  local base=$place/$1-$version
  mkdir -p "$place"
  cp "$3" "$base.$2"
  pom "$1" "$2" >"$base.pom"
  (cd "$folder/src" && find . -type f | LC_ALL=C sort | zip -Xq@ - >"$OLDPWD/$base-sources.jar")
  for file in "$base"*; do
    sha1sum "$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.sha1"
    sha256sum "$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.sha256"
  done
}

publish damier jar "$folder/damier.jar"
echo "bindings: org.damier:damier:$version in $repository"

if compgen -G "$folder/aar/jni/*/libdamier_uniffi.so" >/dev/null; then
  rm -f "$folder/damier.aar"
  (cd "$folder/aar" && find . -type f | LC_ALL=C sort | zip -Xq@ ../damier.aar)
  publish damier-android aar "$folder/damier.aar"
  echo "bindings: org.damier:damier-android:$version in $repository"
fi
