// The messages of a language in two files: those of the first page, and the rest, for which the other pages wait. Knows no message.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

/** Where what stands first begins: on every host, and the two pages that `pages.svelte.ts` brings without the rest. */
const BEGINNINGS = ['main.ts', 'client/web.ts', 'client/tauri.ts', 'today/Today.svelte', 'today/FirstRun.svelte']
/** It names the other pages. */
const ROUTES = source('shell/navigation/routes.ts')

const IMPORTED = /\b(?:import|from)\s*\(?\s*'(?<path>\.[^'?]+)'/g

/** The messages that a file and all that it imports, at once or later, may say. */
function messagesOf(file: string, seen: Set<string>, found: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, key = ''] of text.matchAll(/\bm\.(\w+)/g)) found.add(key)
  for (const { groups, 0: whole } of text.matchAll(IMPORTED)) {
    if (file === ROUTES && whole.includes('(')) continue
    const path = resolve(dirname(file), groups?.path ?? '')
    const imported = [path, `${path}.ts`].find((one) => /\.(?:ts|svelte)$/.test(one) && existsSync(one))
    if (imported && !imported.includes('/paraglide/')) messagesOf(imported, seen, found)
  }
}

/** What `?first` and `?rest` behind the messages of a language stand for. */
export function words(): Plugin {
  let first = new Set<string>()
  return {
    name: 'damier-words',
    enforce: 'pre',
    buildStart() {
      first = new Set()
      const seen = new Set<string>()
      for (const file of BEGINNINGS) messagesOf(source(file), seen, first)
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
