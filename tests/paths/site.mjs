// A server of its own for what may go away or change: the built pages, and the same sources built a second time under other names.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '../../ui/serve.mjs'

const ui = fileURLToPath(new URL('../../ui', import.meta.url))
export const dist = join(ui, 'dist')

/** Builds the pages once more: every file that bears a hash is named differently, as after a change of all of them. */
const build = (/** @type {string} */ outDir) => `
  const { build } = await import('vite')
  const output = { hashCharacters: 'hex' }
  await build({
    mode: 'web',
    logLevel: 'error',
    build: { outDir: ${JSON.stringify(outDir)}, emptyOutDir: true, rollupOptions: { output } },
    worker: { rollupOptions: { output } },
  })`

/** @returns {Promise<string>} the folder, which is to be removed */
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
   * The next version is put on the server.
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
