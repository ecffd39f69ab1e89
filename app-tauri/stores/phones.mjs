// Texts, pictures and the recipe of the stores for phones: the folder of fastlane, which uploads to Google Play and the App Store, and the
// files for F-Droid's own repository.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Most characters that the stores take. */
const MOST = { title: 30, summary: 80, keywords: 100, description: 4000 }

/** The App Store names some languages without a country. */
const APPLE = { 'it-IT': 'it', 'ru-RU': 'ru', 'tr-TR': 'tr' }

const ICON = fileURLToPath(new URL('../../ui/public/icon-512.png', import.meta.url))

function fits(text, most) {
  // Characters as a reader counts them, as stores do.
  if ([...text].length > most) throw new Error(`longer than ${most}: ${text}`)
  return `${text}\n`
}

/**
 * @param {object} release `about` (about.json), `texts` by language, `version`, `home` (the repository's address), `out` (a folder), `pictures`
 *   (the folder of `make frames`, if there are pictures) and `write(name, text)`
 */
export function phones({ about, texts, version, home, out, pictures, write }) {
  const fdroid = `fdroid/metadata/${about.id}`
  for (const [language, told] of Object.entries(texts)) {
    const description = fits(told.description.join('\n\n'), MOST.description)
    const shown = pictures && Object.keys(told.frames).map((_, at) => `${at + 1}.png`)

    for (const play of [`fastlane/metadata/android/${told.locale}`, `${fdroid}/${told.locale}`]) {
      write(`${play}/title.txt`, fits(`${about.name} – ${told.generic}`, MOST.title))
      write(`${play}/short_description.txt`, fits(told.summary, MOST.summary))
      write(`${play}/full_description.txt`, description)
      if (!shown) continue
      const images = join(out, play, 'images')
      cpSync(ICON, join(images, 'icon.png'))
      cpSync(join(pictures, language, 'feature.png'), join(images, 'featureGraphic.png'))
      for (const name of shown) cpSync(join(pictures, language, name), join(images, 'phoneScreenshots', name))
    }

    const locale = APPLE[told.locale] ?? told.locale
    const apple = `fastlane/metadata/${locale}`
    write(`${apple}/name.txt`, fits(about.name, MOST.title))
    write(`${apple}/subtitle.txt`, fits(told.generic, MOST.title))
    write(`${apple}/description.txt`, description)
    write(`${apple}/keywords.txt`, fits(told.keywords.join(','), MOST.keywords))
    write(`${apple}/support_url.txt`, `${home}/issues\n`)
    for (const name of shown ?? []) cpSync(join(pictures, language, name), join(out, 'fastlane/screenshots', locale, name))
  }
  write(`${fdroid}.yml`, recipe(about, version, home))
}

/** Version of Tauri's command, as the Makefile names it. */
const TAURI = /@tauri-apps\/cli@([\d.]+)/.exec(readFileSync(new URL('../../Makefile', import.meta.url), 'utf8'))[1]

/** Processors, each with the last digit of its version code (`digits` in android/app/build.gradle.kts). */
const PROCESSORS = [
  { abi: 'arm', digit: 1, target: 'armv7-linux-androideabi' },
  { abi: 'arm64', digit: 2, target: 'aarch64-linux-android' },
  { abi: 'x86_64', digit: 4, target: 'x86_64-linux-android' },
]

/** F-Droid builds each package from the tag and publishes the released one if both are the same. */
function recipe(about, version, home) {
  const [major, minor, patch] = version.split('.').map(Number)
  // As Tauri computes it.
  const code = major * 1_000_000 + minor * 1000 + patch
  const build = ({ abi, digit, target }) => `  - versionName: ${version}
    versionCode: ${code * 10 + digit}
    commit: v${version}
    sudo:
      - apt-get update
      - apt-get install -y build-essential make nodejs npm
    output: target/android/Damier_${version}_android_${abi}.apk
    binary: ${home}/releases/download/v%v/Damier_%v_android_${abi}.apk
    srclibs:
      - rustup@1.28.2
    build:
      - $$rustup$$/rustup-init.sh -y --profile minimal --default-toolchain 1.95 --target ${target}
      - . $HOME/.cargo/env
      - cargo install --locked --version ${TAURI} tauri-cli
      - export TAURI='cargo tauri' ANDROID_HOME=$$SDK$$ NDK_HOME=$$NDK$$
      - make android ABI=${abi}
    ndk: r28c
`
  return `# Not yet run. F-Droid adds AllowedAPKSigningKeys, the fingerprint of the signer's certificate.
Categories:
  - Games
License: MIT
AuthorName: ${about.authors}
SourceCode: ${home}
IssueTracker: ${home}/issues
Changelog: ${home}/blob/HEAD/.github/CHANGELOG.md

AutoName: ${about.name}

RepoType: git
Repo: ${home}.git

Builds:
${PROCESSORS.map(build).join('\n')}
AutoUpdateMode: None
UpdateCheckMode: Tags
CurrentVersion: ${version}
CurrentVersionCode: ${code * 10 + PROCESSORS.at(-1).digit}
`
}
