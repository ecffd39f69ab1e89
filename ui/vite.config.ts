// Builds the pages for two hosts, the browser and the desktop window, from one source.
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { assetFileNames, lessons, offline } from './offline.ts'
import { isolation, policy } from './policy.mjs'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Writes the content security policy into the page, for servers that send none. */
function policed(): Plugin {
  return {
    name: 'damier-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'content-security-policy', content: policy }, injectTo: 'head-prepend' },
    ],
  }
}

/** Makes the address of the picture for links absolute if the site's is known, because not every reader of links takes a relative one. */
function located(site: string): Plugin {
  return {
    name: 'damier-site',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('content="./link.jpg"', () => `content="${new URL('link.jpg', site).href}"`),
  }
}

/** Preloads the core's module before any script: it is the largest file of a first visit. */
function early(): Plugin {
  return {
    name: 'damier-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        if (!filename.endsWith('/index.html')) return []
        const href = Object.keys(bundle ?? {}).find((name) => /\/damier_app_bg-.{8}\.wasm$/.test(name))
        if (!href) throw new Error("the core's module is not among the built files")
        const attrs = { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, id: 'core', href: `./${href}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig(({ mode, command }) => {
  const desktop = mode === 'desktop'
  return {
    base: './',
    // Tauri's command names the system that it builds for.
    envPrefix: ['VITE_', 'TAURI_ENV_PLATFORM'],
    plugins: [
      paraglideVitePlugin({
        project: here('./project.inlang'),
        outdir: here('./src/i18n/paraglide'),
        // One file a language, of which a visit loads one.
        outputStructure: 'locale-modules',
        strategy: ['globalVariable', 'preferredLanguage', 'baseLocale'],
      }),
      svelte(),
      // A build reads the lessons in the worker alone.
      ...(command === 'serve' && !process.env.VITEST ? [lessons()] : []),
      ...(desktop ? [] : [policed(), early(), offline()]),
      ...(process.env.SITE ? [located(process.env.SITE)] : []),
    ],
    resolve: {
      alias: {
        '#host': here(desktop ? './src/client/tauri.ts' : './src/client/web.ts'),
        '#wasm/app': here('./src/wasm/app/damier_app.js'),
        '#wasm/search': here('./src/wasm/search/damier_search.js'),
        '#wasm/threads': here('./src/wasm/threads/damier_threads.js'),
      },
      // Without it vitest takes Svelte's server build.
      ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
    },
    worker: { format: 'es' as const, plugins: () => [lessons()], rollupOptions: { output: { assetFileNames } } },
    build: {
      outDir: desktop ? 'dist-desktop' : 'dist',
      target: 'es2023',
      assetsInlineLimit: 0,
      // One style sheet: rules keep their order whichever page is loaded first.
      cssCodeSplit: false,
      rollupOptions: {
        input: { index: here('./index.html'), together: here('./together.html'), ...(desktop ? {} : { sw: here('./src/sw.ts') }) },
        output: {
          assetFileNames,
          entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          codeSplitting: {
            groups: [
              // The modules that every page needs, in one file. Modules that run something when they are loaded stay out, because
              // the guests' page takes from this file too.
              {
                name: 'shell',
                tags: ['$initial'],
                test: (id) => !/(?:\.html|\/(?:sw|main|together\/guest|client\/(?:web|tauri))\.ts)(?:\?|$)/.test(id),
              },
              // The modules that several pages share, in a few files instead of hundreds of small ones.
              {
                name: 'shared',
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
    server: { port: 5173, strictPort: true, headers: isolation, fs: { allow: ['..'] } },
    test: {
      environment: 'jsdom',
      // A module and a document for each file would cost four times the tests themselves.
      isolate: false,
      include: ['src/**/*.test.ts', 'serve.test.ts'],
      setupFiles: ['./test-setup.ts'],
    },
  }
})
