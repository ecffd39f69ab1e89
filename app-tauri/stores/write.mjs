// Writes what desktops and stores need, each in its own format, from `about.json` and the texts of each language:
//   node app-tauri/stores/write.mjs linux OUT [--repository OWNER/NAME]
//     the desktop file and the AppStream metadata
//   node app-tauri/stores/write.mjs release OUT --repository OWNER/NAME --files FOLDER [--pictures FOLDER]
//     for a release whose files lie in FOLDER: Flatpak, winget, Homebrew, and texts and pictures (`make frames`) for fastlane and F-Droid
// The date is SOURCE_DATE_EPOCH. The repository is an argument, so that any fork can release.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { phones } from './phones.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const about = JSON.parse(readFileSync(here('about.json'), 'utf8'))
const version = /^version = "(.+)"$/m.exec(readFileSync(here('../../Cargo.toml'), 'utf8'))[1]
const date = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString().slice(0, 10)
/** The texts by language. */
const texts = Object.fromEntries(
  readdirSync(here('texts'))
    .toSorted()
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(here(`texts/${file}`), 'utf8'))]),
)
const { en, ...others } = texts

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repository: { type: 'string' }, files: { type: 'string' }, pictures: { type: 'string' } },
})
const [what, out] = positionals
const { repository } = values
const home = repository && `https://github.com/${repository}`

function write(name, text) {
  const path = join(out, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One key in every language, as in desktop files: "Comment[fr]=…". */
const entry = (key, of) =>
  [`${key}=${of(en)}`, ...Object.entries(others).map(([language, texts]) => `${key}[${language}]=${of(texts)}`)].join('\n')

function desktopFile() {
  return `[Desktop Entry]
Type=Application
Name=${about.name}
${entry('GenericName', (texts) => texts.generic)}
${entry('Comment', (texts) => texts.summary)}
${entry('Keywords', (texts) => `${texts.keywords.join(';')};`)}
Exec=damier-app %U
Icon=${about.id}
StartupWMClass=damier-app
Terminal=false
Categories=Game;BoardGame;
MimeType=${about.mediaType};x-scheme-handler/${about.scheme};
`
}

/** README's pictures of this version. */
function screenshots() {
  const address = `${home.replace('github.com', 'raw.githubusercontent.com')}/v${version}/.github/screenshots`
  const all = ['play', 'puzzle', 'lesson', 'library'].map(
    (name, place) => `    <screenshot${place === 0 ? ' type="default"' : ''}><image>${address}/${name}.webp</image></screenshot>`,
  )
  return `  <screenshots>\n${all.join('\n')}\n  </screenshots>\n`
}

function metainfo() {
  const said = (element, of) =>
    [
      `  <${element}>${xml(of(en))}</${element}>`,
      ...Object.entries(others).map(([language, texts]) => `  <${element} xml:lang="${language}">${xml(of(texts))}</${element}>`),
    ].join('\n')
  const paragraphs = en.description.map((_, at) => said('p', (texts) => texts.description[at]).replaceAll(/^/gm, '  ')).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${about.id}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>${about.licence}</project_license>
  <name>${about.name}</name>
${said('summary', (texts) => texts.summary)}
  <developer_name>${about.authors}</developer_name>
  <description>
${paragraphs}
  </description>
  <launchable type="desktop-id">${about.id}.desktop</launchable>
${home ? `  <url type="homepage">${home}</url>\n  <url type="bugtracker">${home}/issues</url>\n${screenshots()}` : ''}  <provides>
    <binary>damier-app</binary>
    <binary>damier</binary>
    <mediatype>${about.mediaType}</mediatype>
  </provides>
  <supports>
    <control>pointing</control>
    <control>keyboard</control>
    <control>touch</control>
  </supports>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${date}"/>
  </releases>
</component>
`
}

/** Name and checksum of the release file with this ending. */
function released(end) {
  const name = readdirSync(values.files).find((file) => file.endsWith(end))
  if (!name) throw new Error(`no file in ${values.files} ends in ${end}`)
  const sum = createHash('sha256')
    .update(readFileSync(join(values.files, name)))
    .digest('hex')
  return { url: `${home}/releases/download/v${version}/${name}`, sum }
}

/** Flatpak takes the file tree of the .deb and moves it to its own place. */
function flatpak() {
  const { url, sum } = released('_amd64.deb')
  return `# Not yet run.
app-id: ${about.id}
runtime: org.gnome.Platform
runtime-version: '49'
sdk: org.gnome.Sdk
command: damier-app
finish-args:
  - --socket=wayland
  - --socket=fallback-x11
  - --share=ipc
  - --device=dri
  - --socket=pulseaudio
  # Saved files go here; other files are read only when the person opens them.
  - --filesystem=xdg-download
modules:
  - name: damier
    buildsystem: simple
    build-commands:
      - ar x damier.deb && tar xf data.tar.xz
      - cp -r usr/bin usr/share /app/
    sources:
      - type: file
        dest-filename: damier.deb
        url: ${url}
        sha256: ${sum}
`
}

const publisher = about.authors
const wingetId = 'Damier.Damier'

function winget() {
  const { url, sum } = released('-setup.exe')
  const head = (type) => `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.1.10.0.schema.json
# Not yet run.
PackageIdentifier: ${wingetId}
PackageVersion: ${version}
`
  const tail = (type) => `ManifestType: ${type}
ManifestVersion: 1.10.0
`
  write(
    `winget/${wingetId}.yaml`,
    `${head('version')}DefaultLocale: en-GB
${tail('version')}`,
  )
  write(
    `winget/${wingetId}.installer.yaml`,
    `${head('installer')}InstallerType: nullsoft
Scope: user
FileExtensions:
  - pdn
Protocols:
  - ${about.scheme}
Installers:
  - Architecture: x64
    InstallerUrl: ${url}
    InstallerSha256: ${sum.toUpperCase()}
${tail('installer')}`,
  )
  for (const [language, told] of Object.entries(texts)) {
    const type = language === 'en' ? 'defaultLocale' : 'locale'
    write(
      `winget/${wingetId}.locale.${told.locale}.yaml`,
      `${head(type)}PackageLocale: ${told.locale}
Publisher: ${publisher}
PackageName: ${about.name}
PackageUrl: ${home}
License: ${about.licence}
LicenseUrl: ${home}/blob/v${version}/LICENSE-MIT
ShortDescription: ${JSON.stringify(told.summary)}
Description: ${JSON.stringify(told.description.join(' '))}
${tail(type)}`,
    )
  }
}

function cask() {
  const { url, sum } = released('.dmg')
  return `# Not yet run.
cask "damier" do
  version "${version}"
  sha256 "${sum}"

  url "${url.replaceAll(version, '#{version}')}"
  name "${about.name}"
  desc "${en.summary}"
  homepage "${home}"

  app "${about.name}.app"

  zap trash: [
    "~/Library/Application Support/${about.id}",
    "~/Library/Caches/${about.id}",
    "~/Library/Logs/${about.id}",
    "~/Library/WebKit/${about.id}",
  ]
end
`
}

if (what === 'linux' && out) {
  write(`${about.id}.desktop`, desktopFile())
  write(`${about.id}.metainfo.xml`, metainfo())
} else if (what === 'release' && out && repository && values.files) {
  write(`flatpak/${about.id}.yml`, flatpak())
  winget()
  write('homebrew/damier.rb', cask())
  phones({ about, texts, version, home, out, pictures: values.pictures, write })
} else {
  console.error(
    'usage: write.mjs linux OUT [--repository OWNER/NAME] | release OUT --repository OWNER/NAME --files FOLDER [--pictures FOLDER]',
  )
  process.exitCode = 2
}
