// Which built files the service worker keeps, and when: written into sw.js by the build. Knows where the core's data lie.
import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { Part, StockFile } from './src/client/stock'

/** The folders of data that are fetched when they are first needed. */
const FOLDERS: Record<string, Part> = {
  'lessons/data/text': 'texts',
  'data/puzzles': 'puzzles',
  'data/endgame': 'tables',
  'data/books': 'tables',
  'data/weights': 'weights',
}
const DATA = /core\/(lessons\/data\/text|data\/(?:puzzles|endgame|books|weights))\/[^/]+$/

/** The data say in their names what they are: three files are called "international". */
export function assetFileNames({ originalFileNames }: Rolldown.PreRenderedAsset): string {
  const [, folder] = DATA.exec(originalFileNames[0] ?? '') ?? []
  const part = folder && FOLDERS[folder]
  return part ? `assets/${part}-[name]-[hash][extname]` : 'assets/[name]-[hash][extname]'
}

/** What is fetched later: data, the messages of a language, and the licences. */
const LATER = /^assets\/(?:(texts|puzzles|tables|weights)-(\w+)|(en|fr|nl)|licences|licence-texts)-.{8}\.(?:bin|book|toml|js)$/

function later(name: string, bytes: number): StockFile | undefined {
  const [found, part, of, language] = LATER.exec(name) ?? []
  if (!found) return undefined
  if (part && of) return { name, bytes, part: part as Part, of }
  return { name, bytes, part: 'texts', ...(language ? { of: language } : {}) }
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
        if (name === 'sw.js') continue
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        hash.update(name).update(content)
        const found = later(name, content.length)
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
