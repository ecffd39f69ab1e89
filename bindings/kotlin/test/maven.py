"""Looks at a Maven repository as a build does: `maven.py REPOSITORY NAME.PACKAGING…`. Each file under the coordinates that its POM
says, with its sums, and in each archive what has to be there."""

import hashlib
import io
import pathlib
import sys
import xml.etree.ElementTree as xml
import zipfile

POM = {"": "http://maven.apache.org/POM/4.0.0"}
NEEDED = {
    "jar": ["org/damier/Game.class", "org/damier/core/Move.class", "-x86-64/libdamier_uniffi."],
    "aar": ["AndroidManifest.xml", "classes.jar", "R.txt", "proguard.txt", "/libdamier_uniffi.so", "aar-metadata.properties"],
}
BESIDE = {"kotlin-stdlib", "kotlinx-coroutines-core", "jna"}

repository, *wanted = sys.argv[1:]
found = set()
for pom in pathlib.Path(repository).rglob("*.pom"):
    project = xml.parse(pom).getroot()
    group, name, version, packaging = (
        project.findtext(key, namespaces=POM) for key in ("groupId", "artifactId", "version", "packaging")
    )
    place = pathlib.Path(repository, *group.split("."), name, version)
    assert pom == place / f"{name}-{version}.pom", pom
    beside = project.findall("dependencies/dependency", POM)
    assert {one.findtext("artifactId", namespaces=POM) for one in beside} == BESIDE, pom
    assert (beside[-1].findtext("type", namespaces=POM) == "aar") == (packaging == "aar"), pom
    archive = pom.with_suffix(f".{packaging}")
    with zipfile.ZipFile(archive) as held:
        names = held.namelist()
        assert held.testzip() is None
        for part in NEEDED[packaging]:
            assert any(part in each for each in names), f"{archive.name} lacks {part}"
        if packaging == "aar":
            inner = zipfile.ZipFile(io.BytesIO(held.read("classes.jar"))).namelist()
            assert "org/damier/Game.class" in inner and not any("libdamier" in each for each in inner), "classes.jar"
    with zipfile.ZipFile(place / f"{name}-{version}-sources.jar") as held:
        assert any(each.endswith(".kt") for each in held.namelist())
    for file in place.iterdir():
        if file.suffix not in (".sha1", ".sha256"):
            for kind in ("sha1", "sha256"):
                said = file.with_name(f"{file.name}.{kind}").read_text(encoding="ascii")
                assert said == hashlib.new(kind, file.read_bytes()).hexdigest(), file
    found.add(f"{name}.{packaging}")
assert found == set(wanted), found
print(f"Kotlin: {' and '.join(sorted(found))} lie under their coordinates")
