// A server that a test can stop or change: the built pages, or the same sources built under other file names.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '../../ui/serve.mjs'

const ui = fileURLToPath(new URL('../../ui', import.meta.url))
export const dist = join(ui, 'dist')

/** Builds the pages again with other hashes in all file names, as if every file had changed. */
const build = (/** @type {string} */ outDir) => `
  const { build } = await import('vite')
  const output = { hashCharacters: 'hex' }
  await build({
    mode: 'web',
    logLevel: 'error',
    build: { outDir: ${JSON.stringify(outDir)}, emptyOutDir: true, rollupOptions: { output } },
    worker: { rollupOptions: { output } },
  })`

/** @returns {Promise<string>} the folder; the caller removes it */
export async function buildAgain() {
  const outDir = await mkdtemp(join(tmpdir(), 'damier-build-'))
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build(outDir)], { cwd: ui })
  return outDir
}

/** A server whose pages can be replaced while it runs. */
export class Site {
  /**
   * @param {string} folder
   * @param {Awaited<ReturnType<typeof serve>>} server
   */
  constructor(folder, server) {
    this.folder = folder
    this.server = server
  }

  /** @param {string} build */
  static async of(build) {
    const folder = await mkdtemp(join(tmpdir(), 'damier-site-'))
    await symlink(build, join(folder, 'now'))
    return new Site(folder, await serve(join(folder, 'now')))
  }

  /** @returns {string} */
  get address() {
    return `http://localhost:${this.server.port}/`
  }

  /**
   * Serves another build from now on.
   * @param {string} build
   */
  async become(build) {
    await rm(join(this.folder, 'now'))
    await symlink(build, join(this.folder, 'now'))
  }

  async close() {
    await this.server.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' }

/** A file server that sends no header but the type. Resolves to its address and a function that stops it. */
export async function bareServer() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(dist, pathname.endsWith('/') ? 'index.html' : pathname)
    const bytes = await readFile(file).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { address: `http://localhost:${server.address().port}/`, close }
}
