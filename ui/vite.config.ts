// How the pages are built: one source, two hosts (the browser and the desktop window).
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { importedBy } from './imported.ts'
import { FIRST_PAGES, LATER_SHARED, assetFileNames, lessons, offline } from './offline.ts'
import { policy } from './policy.mjs'
import { words } from './words.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Writes the policy into the page, for servers that send none. */
function policed(): Plugin {
  return {
    name: 'damier-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'content-security-policy', content: policy }, injectTo: 'head-prepend' },
    ],
  }
}

/** The page asks for the core's code before it has read any of its own: a first visit waits for it longest. */
function early(): Plugin {
  return {
    name: 'damier-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        if (!filename.endsWith('/index.html')) return []
        const href = Object.keys(bundle ?? {}).find((name) => /\/damier_app_bg-.{8}\.wasm$/.test(name))
        if (!href) throw new Error("the core's code is not among the built files")
        const attrs = { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, id: 'core', href: `./${href}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Whether a module is of a page to which the first question leads; an icon by its name. */
function comesFirst(): (id: string) => boolean {
  const { files, icons } = importedBy(FIRST_PAGES)
  return (id) => {
    if (id.includes('/node_modules/svelte/')) return true
    const [, icon] = /\/@lucide\/svelte\/dist\/icons\/([\w-]+)\./.exec(id) ?? []
    return icon === undefined ? files.has(id.split('?')[0] ?? id) : icons.has(icon)
  }
}

export default defineConfig(({ mode }) => {
  const isFirst = comesFirst()
  const desktop = mode === 'desktop'
  return {
    base: './',
    plugins: [
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/i18n/paraglide',
        // A file a language, of which a visit loads one, in two parts.
        outputStructure: 'locale-modules',
        strategy: ['globalVariable', 'preferredLanguage', 'baseLocale'],
      }),
      words(),
      svelte(),
      ...(desktop ? [] : [policed(), early(), offline()]),
    ],
    resolve: {
      alias: {
        '#host': here(desktop ? './src/client/tauri.ts' : './src/client/web.ts'),
        '#wasm/app': here('./src/wasm/app/damier_app.js'),
        '#wasm/search': here('./src/wasm/search/damier_search.js'),
      },
      // Without it vitest takes Svelte's server build.
      ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
    },
    worker: { format: 'es' as const, plugins: () => [lessons()], rollupOptions: { output: { assetFileNames } } },
    build: {
      outDir: desktop ? 'dist-desktop' : 'dist',
      target: 'es2023',
      assetsInlineLimit: 0,
      // One file: a page that comes later needs no second one, and rules keep their order.
      cssCodeSplit: false,
      rollupOptions: {
        input: { index: here('./index.html'), together: here('./together.html'), ...(desktop ? {} : { sw: here('./src/sw.ts') }) },
        output: {
          assetFileNames,
          entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          // Their names would say who shares them.
          chunkFileNames: ({ name, facadeModuleId }) =>
            `assets/${/\?(rest|later)$/.exec(facadeModuleId ?? '')?.[1]?.concat('-') ?? ''}${['shared', LATER_SHARED].find((known) => name.startsWith(known)) ?? '[name]'}-[hash].js`,
          codeSplitting: {
            groups: [
              // What every page needs, in one file. It names the files of all pages, so its own name tells one version from another.
              // What begins something by being loaded stays out: the guests' page takes from this file too.
              {
                name: 'shell',
                tags: ['$initial'],
                test: (id) => !/(?:\.html|\/(?:sw|main|together\/guest|client\/(?:web|tauri))\.ts)(?:\?|$)/.test(id),
              },
              // What stands at the start, with all it needs: nobody waits for more there.
              { name: 'today', test: /\/src\/today\/(?!Placement)/ },
              // What several pages share, in a few files and not in a hundred of half a kilobyte.
              {
                name: 'shared',
                test: isFirst,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 60_000,
              },
              {
                name: LATER_SHARED,
                test: (id) => !id.includes('/paraglide/'),
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 60_000,
              },
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true },
    test: {
      environment: 'jsdom',
      include: ['src/**/*.test.ts', 'serve.test.ts'],
      setupFiles: ['./src/i18n/every.ts'],
    },
  }
})
