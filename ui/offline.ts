// Decides which built files the service worker caches at install and which later, and writes both lists into sw.js.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { bundleOf, folderOf } from './lessons.mjs'
import type { LaterPart, LaterFile } from './src/client/offline-cache'

const { locales } = JSON.parse(readFileSync(new URL('project.inlang/settings.json', import.meta.url), 'utf8')) as { locales: string[] }

/** The page of a host's guests comes from that host and is useless without it. */
const GUESTS = /\/(?:together\.html|together\/guests?\.ts)$/

/** Name prefixes of data files by their folders in `core/data`. */
const FOLDERS: Record<string, string> = { puzzles: 'puzzles', endgame: 'tables', books: 'books', weights: 'weights' }
const DATA = /core\/(?:data\/(?<folder>puzzles|endgame|books|weights)|lessons\/data\/(?:(?<track>[\w-]+)\/)?text)\/[^/]+$/

/** Puts the kind of a data file into its name: three files are called "international", and fifteen "fr". */
export function assetFileNames({ originalFileNames }: Rolldown.PreRenderedAsset): string {
  const found = DATA.exec(originalFileNames[0] ?? '')?.groups
  if (!found) return 'assets/[name]-[hash][extname]'
  const { folder, track } = found
  if (folder) return `assets/${FOLDERS[folder]}-[name]-[hash][extname]`
  return `assets/texts-[name]${track ? `-${track}` : ''}-[hash][extname]`
}

/** The language whose pages need the letters of a font. */
const LETTERS: Record<string, string> = { cyrillic: 'ru', 'latin-ext': 'tr' }

/** The game of a first visit. */
const FIRST_GAME = 'international'

/** The track of a first visit: beginners open its lessons first. */
const FIRST_TRACK = 'first-steps'

/**
 * Files that are cached later: data, lessons, messages of the languages, letters that few languages need, reference texts, licences, the reader of pictures, and the search
 * without threads, which few browsers need once the service worker isolates the page.
 */
const LATER = new RegExp(
  `^assets/(?:(?:${[
    String.raw`texts-(?<of>\w+)(?:-(?<track>[\w-]+))?|rules|articles|glossary|album)-.{8}\.toml`,
    String.raw`lessons-(?<lessons>[\w-]+)-.{8}\.json`,
    String.raw`(?<data>puzzles|tables|books|weights)-(?<game>\w+)(?<five>-5)?-.{8}\.(?:bin|book)`,
    String.raw`[\w-]+-(?<letters>cyrillic|latin-ext)-[\w-]*normal-.{8}\.woff2`,
    String.raw`(?<engine>damier_search)(?:-.{8}\.js|_bg-.{8}\.wasm)`,
    String.raw`(?:(?<language>${locales.join('|')})|licences|licence-texts|picture\.worker)-.{8}\.js`,
  ].join('|')})$`,
)

/** Returns the entry of a file that is cached later, or undefined if it is cached at install. */
function laterFile(name: string, bytes: number): LaterFile | undefined {
  const found = LATER.exec(name)?.groups
  if (!found) return undefined
  const { of, track, lessons: taught, data, game, five, engine, language, letters } = found
  if (data && game) {
    // Fetched when an ending of the game comes near, or with everything.
    if (five) return { name, bytes, part: 'endings', of: game }
    // Books are small and serve as tables. Tables of other games than the first wait, like weights, until the game is played.
    const part = data === 'books' ? 'tables' : data === 'tables' && game !== FIRST_GAME ? 'weights' : (data as LaterPart)
    return { name, bytes, part, of: game }
  }
  if (engine) return { name, bytes, part: 'engine' }
  if (taught) return taught === FIRST_TRACK ? undefined : { name, bytes, part: 'lessons' }
  if (of && track && track !== FIRST_TRACK) return { name, bytes, part: 'lessons', of }
  const spoken = of ?? language ?? (letters && LETTERS[letters])
  return { name, bytes, part: 'texts', ...(spoken ? { of: spoken } : {}) }
}

/**
 * Resolves an import of `…/TRACK/text/en.toml?lessons` to the address of one file with all lessons of the track: a file of the build, or
 * an answer of the development server.
 */
export function lessons(): Plugin {
  let serves = false
  const served = '/@lessons/'
  return {
    name: 'damier-lessons',
    configureServer(server) {
      serves = true
      server.middlewares.use(served, (request, response) => {
        const [, track] = /^\/([\w-]+)\.json/.exec(request.url ?? '') ?? []
        response.setHeader('content-type', 'application/json')
        response.end(track === undefined ? '' : bundleOf(track))
      })
    },
    load(id) {
      const [, track] = /\/lessons\/data\/([\w-]+)\/text\/en\.toml\?lessons$/.exec(id) ?? []
      if (!track) return null
      if (serves) return `export default ${JSON.stringify(`${served}${track}.json`)}`
      for (const file of readdirSync(folderOf(track))) this.addWatchFile(fileURLToPath(new URL(file, folderOf(track))))
      const source = bundleOf(track)
      const file = this.emitFile({ type: 'asset', name: `lessons-${track}.json`, source })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}

/** Writes into sw.js the files to cache at install, the files to cache later, and the hash of all. */
export function offline(): Plugin {
  return {
    name: 'damier-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      const hash = createHash('sha256')
      const kept = ['./', 'icon.svg', 'manifest.webmanifest']
      const later: LaterFile[] = []
      for (const [name, file] of Object.entries(bundle).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const from = file.type === 'chunk' ? (file.facadeModuleId ?? '') : `/${name}`
        if (name === 'sw.js' || GUESTS.test(from)) continue
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        hash.update(name).update(content)
        const found = laterFile(name, content.length)
        if (found) later.push(found)
        else if (name !== 'index.html') kept.push(name)
      }
      worker.code = worker.code
        .replace('INSTALL_FILES', () => JSON.stringify(kept))
        .replace('LATER_FILES', () => JSON.stringify(later))
        .replace('BUILD_HASH', () => JSON.stringify(hash.digest('hex').slice(0, 16)))
    },
  }
}
