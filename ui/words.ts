// The messages of a language in two files: those of the first page, and the rest, for which the other pages wait. Knows no message.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { importedBy } from './imported.ts'

/** Where what stands first begins: on every host, and the two pages that `pages.svelte.ts` brings without the rest. */
const BEGINNINGS = ['main.ts', 'client/web.ts', 'client/tauri.ts', 'today/Today.svelte', 'today/FirstRun.svelte']

/** What `?first` and `?rest` behind the messages of a language stand for. */
export function words(): Plugin {
  let first = new Set<string>()
  return {
    name: 'damier-words',
    enforce: 'pre',
    buildStart() {
      const files = [...importedBy(BEGINNINGS).files]
      first = new Set(files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bm\.(\w+)/g)].map(([, key = '']) => key)))
    },
    load(id) {
      const [, file, part] = /^(.*\/paraglide\/messages\/\w+\.js)\?(first|rest)$/.exec(id) ?? []
      if (!file) return null
      this.addWatchFile(file)
      const code = readFileSync(file, 'utf8')
      const kept = this.parse(code).body.filter((node) => {
        if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return true
        const [{ id: name } = {}] = node.declaration.declarations
        return name?.type === 'Identifier' && first.has(name.name) === (part === 'first')
      })
      return kept.map(({ start, end }) => code.slice(start, end)).join('\n')
    },
  }
}
