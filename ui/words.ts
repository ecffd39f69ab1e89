// The messages of a language in three files: those of the first page; those that only pages say at which few visits look; and the rest, for
// which all other pages wait. Knows no message.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, normalizePath } from 'vite'
import { LATER_WORDS, importedBy } from './imported.ts'

/** Where what stands first begins: on every host, and the two pages that `pages.svelte.ts` brings without the rest. */
const BEGINNINGS = ['main.ts', 'client/web.ts', 'client/tauri.ts', 'today/Today.svelte', 'today/FirstRun.svelte']

const sources = fileURLToPath(new URL('src/', import.meta.url))

/** Which messages a text says. */
const said = (text: string): string[] => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)

/** What is said there and by no other page. */
function ofLater(): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:ts|svelte)$/.test(name) && !name.includes('paraglide') && !name.endsWith('.test.ts'),
  )
  const keys = (later: boolean): string[] =>
    files
      .filter((name) => LATER_WORDS.some((folder) => normalizePath(name).startsWith(folder)) === later)
      .flatMap((name) => said(readFileSync(sources + name, 'utf8')))
  const others = new Set(keys(false))
  return new Set(keys(true).filter((key) => !others.has(key)))
}

/** What `?first`, `?later` and `?rest` behind the messages of a language stand for. */
export function words(): Plugin {
  let first = new Set<string>()
  let later = new Set<string>()
  const partOf = (key: string): string => (later.has(key) ? 'later' : first.has(key) ? 'first' : 'rest')
  return {
    name: 'damier-words',
    enforce: 'pre',
    buildStart() {
      const files = [...importedBy(BEGINNINGS).files]
      first = new Set(files.flatMap((file) => said(readFileSync(file, 'utf8'))))
      later = ofLater()
    },
    load(id) {
      const [, file, part] = /^(.*\/paraglide\/messages\/\w+\.js)\?(first|rest|later)$/.exec(id) ?? []
      if (!file) return null
      this.addWatchFile(file)
      const code = readFileSync(file, 'utf8')
      const kept = this.parse(code).body.filter((node) => {
        if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return true
        const [{ id: name } = {}] = node.declaration.declarations
        return name?.type === 'Identifier' && partOf(name.name) === part
      })
      return kept.map(({ start, end }) => code.slice(start, end)).join('\n')
    },
  }
}
