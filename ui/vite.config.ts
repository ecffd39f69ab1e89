// How the pages are built: one source, two hosts (the browser and the desktop window).
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { policy } from './policy.mjs'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The files that each language has of its own: its messages, and the texts of its lessons. */
const OF_A_LANGUAGE = /^assets\/(en|fr|nl)-[^/]*\.(js|toml)$/

/** Writes into sw.js what the service worker keeps: every built file a latin-script reader needs at once, and their common hash. */
function offline(): Plugin {
  return {
    name: 'damier-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      const files = Object.keys(bundle)
        .filter((name) => name !== 'sw.js' && !/-(latin-ext|vietnamese|cyrillic|greek)|\.bin$/.test(name) && !OF_A_LANGUAGE.test(name))
        .toSorted()
      const hash = createHash('sha256')
      for (const name of files) {
        const file = bundle[name]
        if (file) hash.update(name).update(file.type === 'chunk' ? file.code : file.source)
      }
      const texts: Record<string, string[]> = {}
      for (const name of Object.keys(bundle).toSorted()) {
        const [, language] = OF_A_LANGUAGE.exec(name) ?? []
        if (language) (texts[language] ??= []).push(name)
      }
      const kept = ['./', ...files.filter((name) => name !== 'index.html'), 'icon.svg', 'manifest.webmanifest']
      worker.code = worker.code
        .replace('KEPT_FILES', () => JSON.stringify(kept))
        .replaceAll('TEXT_FILES', () => JSON.stringify(texts))
        .replace('BUILD_HASH', () => JSON.stringify(hash.digest('hex').slice(0, 16)))
    },
  }
}

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

export default defineConfig(({ mode }) => {
  const desktop = mode === 'desktop'
  return {
    base: './',
    plugins: [
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/i18n/paraglide',
        // A file a language, of which a visit loads one.
        outputStructure: 'locale-modules',
        strategy: ['globalVariable', 'preferredLanguage', 'baseLocale'],
      }),
      svelte(),
      ...(desktop ? [] : [policed(), offline()]),
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
    worker: { format: 'es' as const },
    build: {
      outDir: desktop ? 'dist-desktop' : 'dist',
      target: 'es2023',
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: here('./index.html'), ...(desktop ? {} : { sw: here('./src/sw.ts') }) },
        output: {
          entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        },
      },
    },
    server: { port: 5173, strictPort: true },
    test: {
      environment: 'jsdom',
      include: ['src/**/*.test.ts'],
      setupFiles: ['./src/i18n/every.ts'],
    },
  }
})
