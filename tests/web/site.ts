// A server of its own for what may go away or change: the built pages, and the same sources built a second time under other names.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { serve } from '../../ui/serve.mjs'
import { expect } from './damier'

const ui = fileURLToPath(new URL('../../ui', import.meta.url))
export const dist = join(ui, 'dist')

/** Builds the pages once more: every file that bears a hash is named differently, as after a change of all of them. */
const build = (outDir: string): string => `
  const { build } = await import('vite')
  const output = { hashCharacters: 'hex' }
  await build({
    mode: 'web',
    logLevel: 'error',
    build: { outDir: ${JSON.stringify(outDir)}, emptyOutDir: true, rollupOptions: { output } },
    worker: { rollupOptions: { output } },
  })`

export async function buildAgain(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'damier-build-'))
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build(outDir)], { cwd: ui })
  return outDir
}

/** A server whose pages can be replaced while it runs. */
export class Site {
  private constructor(
    private readonly folder: string,
    private readonly server: Awaited<ReturnType<typeof serve>>,
  ) {}

  static async of(build: string): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'damier-site-'))
    await symlink(build, join(folder, 'now'))
    return new Site(folder, await serve(join(folder, 'now')))
  }

  get address(): string {
    return `http://localhost:${this.server.port}/`
  }

  /** The next version is put on the server. */
  async become(build: string): Promise<void> {
    await rm(join(this.folder, 'now'))
    await symlink(build, join(this.folder, 'now'))
  }

  async close(): Promise<void> {
    await this.server.close()
    await rm(this.folder, { recursive: true })
  }
}

/** Comes for the first time, and stays until the app is kept. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** What is kept of the files that come later: "puzzles-russian". */
export async function stocked(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => (await (await caches.open('damier-assets')).keys()).map(({ url }) => url))
  return names
    .map((url) => /\/((?:texts|lessons|puzzles|tables|weights)-[\w-]+?)-.{8}\.\w+$/.exec(url)?.[1] ?? '')
    .filter(Boolean)
    .toSorted()
}
