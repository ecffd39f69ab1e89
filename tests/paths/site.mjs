// A server that a test can stop or change: the built pages, or the same sources built under other file names.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
