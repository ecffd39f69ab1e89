// Which of our files, and which icons, stand behind others: read from their imports, before anything is built.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

const source = (path: string): string => normalizePath(fileURLToPath(new URL(`./src/${path}`, import.meta.url)))

/** It names all pages. */
const ROUTES = source('shell/navigation/routes.ts')

/** What only the window and the guests of a host have a use for, and a visit of a browser does without; folders below `src`. */
export const WINDOW: readonly string[] = ['shared/engines/', 'together/']

/** Folders of pages at which few visits look: what only they say comes with them. Each of their pages stands in `LATER` of `pages.svelte.ts`. */
export const LATER_WORDS: readonly string[] = [
  ...WINDOW,
  ...['compose', 'picture'].map((page) => `editor/${page}/`),
  ...['compose', 'diplomas', 'endings'].map((page) => `learn/${page}/`),
  'library/search/',
  'over-the-board/',
  ...['blind', 'defend', 'sense', 'storm'].map((page) => `puzzles/${page}/`),
  'settings/',
  ...['mistakes', 'played', 'repertoire'].map((page) => `study/${page}/`),
]

const ICONS = '@lucide/svelte/icons/'
/** The icon that is meant: some have a second name. */
function iconOf(name: string): string {
  const file = new URL(`./node_modules/@lucide/svelte/dist/icons/${name}.js`, import.meta.url)
  return /"\.\/([\w-]+)\.svelte"/.exec(readFileSync(file, 'utf8'))?.[1] ?? name
}

const IMPORT = /\b(?:import|from)\s*(?<later>\(?)\s*'(?<path>[^'?]+)'/g

/** What these files below `src` import, at once or later, and what that imports, themselves included; paths as the bundler writes them. */
export function importedBy(beginnings: readonly string[]): { files: ReadonlySet<string>; icons: ReadonlySet<string> } {
  const files = new Set<string>()
  const icons = new Set<string>()
  const follow = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const { groups } of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const { path = '', later } = groups ?? {}
      if (later && (file === ROUTES || WINDOW.some((folder) => path.includes(folder)))) continue
      if (path.startsWith(ICONS)) icons.add(iconOf(path.slice(ICONS.length)))
      if (!path.startsWith('.')) continue
      const at = normalizePath(resolve(dirname(file), path))
      const imported = [at, `${at}.ts`].find((one) => /\.(?:ts|svelte)$/.test(one) && existsSync(one))
      if (imported && !imported.includes('/paraglide/')) follow(imported)
    }
  }
  for (const file of beginnings) follow(source(file))
  return { files, icons }
}
