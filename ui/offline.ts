// Which built files the service worker keeps, and when: written into sw.js by the build. Knows where the core's data lie.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { WINDOW } from './imported.ts'
import { bundleOf, folderOf } from './lessons.mjs'
import type { Part, StockFile } from './src/client/stock'

/** The page of a host's guests comes from that host, and is of no use without it. */
const GUESTS = /^(?:together\.html|assets\/(?:together|guests)-.{8}\.js)$/

/** The folders of data that are fetched when they are first needed. */
const FOLDERS: Record<string, string> = { puzzles: 'puzzles', endgame: 'tables', books: 'books', weights: 'weights' }
const DATA = /core\/(?:data\/(?<folder>puzzles|endgame|books|weights)|lessons\/data\/(?:(?<track>[\w-]+)\/)?text)\/[^/]+$/

/** The data say in their names what they are: three files are called "international", and fifteen "fr". */
export function assetFileNames({ originalFileNames }: Rolldown.PreRenderedAsset): string {
  const found = DATA.exec(originalFileNames[0] ?? '')?.groups
  if (!found) return 'assets/[name]-[hash][extname]'
  const { folder, track } = found
  if (folder) return `assets/${FOLDERS[folder]}-[name]-[hash][extname]`
  return `assets/texts-[name]${track ? `-${track}` : ''}-[hash][extname]`
}

/** The game that everybody is shown first. */
const FIRST_GAME = 'international'

/** Those who have just come open one of these first: they come with the visit. */
const FIRST = 'first-steps'

/** What is fetched later: data, the messages of a language, what is looked up, and the licences. */
const LATER =
  /^assets\/(?:texts-(?<of>\w+)(?:-(?<track>[\w-]+))?|lessons-(?<lessons>[\w-]+)|(?<data>puzzles|tables|books|weights)-(?<game>\w+)|(?:rest-)?(?<language>en|fr|nl|de)|rules|articles|glossary|album|licences|licence-texts)-.{8}\.(?:bin|book|toml|json|js)$/

/** The pages to which the first question leads. */
export const FIRST_PAGES = ['today/Today', 'today/FirstRun', 'play/Lobby', 'play/Play', 'learn/Learn', 'learn/lesson/Lesson'].map(
  (page) => `${page}.svelte`,
)
/** What several pages share of which none is such a one. */
export const LATER_SHARED = 'more'

/** What draws the dots of a link for a camera, makes animated pictures, reads pictures, keeps arrows, the grain of two boards, and the menu of a
 * window: not what a visit begins with. */
const LATER_PARTS = [
  '/node_modules/uqr/',
  '/node_modules/modern-gif/',
  '/board/draw/texture.ts',
  '/shared/marks/kept-marks.svelte.ts',
  '/editor/picture/',
  '/shell/window/menu.ts',
  ...WINDOW.map((folder) => `/src/${folder}`),
]

/** Whether a built file is a page of its own, or a part of one, that a first visit does without. */
function isLaterPage(file: Rolldown.OutputChunk | Rolldown.OutputAsset, bundle: Rolldown.OutputBundle): boolean {
  if (file.type !== 'chunk') return file.originalFileNames.some((name) => LATER_PARTS.some((part) => `/${name}`.includes(part)))
  if (file.name.startsWith(LATER_SHARED)) return true
  const page = file.isDynamicEntry ? file.facadeModuleId : null
  const part = page !== null && LATER_PARTS.some((one) => page.includes(one))
  // Those of the shell tell what is wrong.
  const first = page === null || (page.includes('/shell/') && !part) || FIRST_PAGES.some((one) => page.endsWith(`/src/${one}`))
  const needs = file.imports.filter((name) => bundle[name]?.type === 'chunk' && bundle[name].name.startsWith(LATER_SHARED))
  if (first && needs.length > 0) throw new Error(`${file.fileName} comes first and needs ${needs.join()}, which comes later`)
  return !first && (part || page.endsWith('.svelte') || needs.length > 0)
}

function later(name: string, bytes: number): StockFile | undefined {
  // What pages say that come later comes with them, and so does the worker that reads pictures.
  if (/^assets\/(?:later|picture\.worker)-/.test(name)) return { name, bytes, part: 'pages' }
  const found = LATER.exec(name)?.groups
  if (!found) return undefined
  const { of, track, lessons: taught, data, game, language } = found
  // A book is small, and is asked where the tables are. Tables of other games than this page's first wait, as weights do, until one is played.
  if (data && game) {
    const part = data === 'books' ? 'tables' : data === 'tables' && game !== FIRST_GAME ? 'weights' : (data as Part)
    return { name, bytes, part, of: game }
  }
  if (taught) return taught === FIRST ? undefined : { name, bytes, part: 'lessons' }
  if (of && track && track !== FIRST) return { name, bytes, part: 'lessons', of }
  const spoken = of ?? language
  return { name, bytes, part: 'texts', ...(spoken ? { of: spoken } : {}) }
}

/** What `?lessons` behind a text of a track stands for: the address of that track's lessons in one file. */
export function lessons(): Plugin {
  return {
    name: 'damier-lessons',
    apply: 'build',
    load(id) {
      const [, track] = /\/lessons\/data\/([\w-]+)\/text\/en\.toml\?lessons$/.exec(id) ?? []
      if (!track) return null
      for (const file of readdirSync(folderOf(track))) this.addWatchFile(fileURLToPath(new URL(file, folderOf(track))))
      const source = bundleOf(track)
      const file = this.emitFile({ type: 'asset', name: `lessons-${track}.json`, source })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
  }
}

/** Writes into sw.js every built file: those that a visit needs at once, those of later, and their common hash. */
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
      const stock: StockFile[] = []
      for (const [name, file] of Object.entries(bundle).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        if (name === 'sw.js' || GUESTS.test(name)) continue
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        hash.update(name).update(content)
        const found: StockFile | undefined = isLaterPage(file, bundle)
          ? { name, bytes: content.length, part: 'pages' }
          : later(name, content.length)
        if (found) stock.push(found)
        else if (name !== 'index.html') kept.push(name)
      }
      worker.code = worker.code
        .replace('KEPT_FILES', () => JSON.stringify(kept))
        .replace('STOCK_FILES', () => JSON.stringify(stock))
        .replace('BUILD_HASH', () => JSON.stringify(hash.digest('hex').slice(0, 16)))
    },
  }
}
