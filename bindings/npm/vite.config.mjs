// Bundles the package as one module beside its workers, WebAssembly and data. Run it in ui, whose packages it uses.
import { fileURLToPath } from 'node:url'
import { lessons } from '../../ui/offline.ts'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export default {
  root: here('.'),
  base: './',
  publicDir: false,
  resolve: {
    alias: {
      '#wasm/app': here('../../ui/src/wasm/app/damier_app.js'),
      '#wasm/search': here('../../ui/src/wasm/search/damier_search.js'),
      '#wasm/threads': here('../../ui/src/wasm/threads/damier_threads.js'),
    },
  },
  plugins: [lessons()],
  worker: { format: 'es', plugins: () => [lessons()] },
  build: {
    outDir: here('../../target/bindings/npm'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rollupOptions: {
      input: here('index.ts'),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'damier.js' },
    },
  },
}
