// The server, with compressed files beside the originals.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compress } from './compress.mjs'
import { serve } from './serve.mjs'

const page = '<!doctype html>'.padEnd(5000, 'a page ')
const files: Record<string, string> = { 'index.html': page, 'small.js': 'export {}', 'picture.png': page, 'module.wasm': page }

let folder = ''
let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damier-serve-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await compress(folder)
  server = await serve(folder)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Returns the raw response: `fetch` would decompress it. */
function get(path: string, accepted?: string, method = 'GET', host = 'localhost') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const headers = { host, ...(accepted === undefined ? {} : { 'accept-encoding': accepted }) }
    request({ port: server.port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
    })
      .on('error', reject)
      .end()
  })
}

it('compresses only files that get smaller', async () => {
  const names = await readdir(folder)
  expect(names.toSorted()).toEqual([
    'index.html',
    'index.html.br',
    'index.html.gz',
    'module.wasm',
    'module.wasm.br',
    'module.wasm.gz',
    'picture.png',
    'small.js',
  ])
})

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['br;q=0.5, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=1.0', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  ['x-brotli', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
])('a visitor that reads "%s" gets %s', async (accepted, encoding, unpack) => {
  const { status, headers, body } = await get('/', accepted)
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(Number(headers['content-length'])).toBe(body.length)
  expect(unpack(body).toString()).toBe(page)
})

it('sends the type of the original file', async () => {
  expect((await get('/module.wasm', 'br')).headers['content-type']).toBe('application/wasm')
})

it('sends other files as they are', async () => {
  expect((await get('/small.js', 'br')).headers['content-encoding']).toBeUndefined()
  const picture = await get('/picture.png', 'br')
  expect([picture.headers['content-encoding'], picture.headers.vary]).toEqual([undefined, undefined])
})

it('HEAD has no body, and a missing file is not found', async () => {
  const { headers, body } = await get('/', 'br', 'HEAD')
  expect([headers['content-encoding'], body.length]).toEqual(['br', 0])
  expect((await get('/nothing', 'br')).status).toBe(404)
  expect((await get('/../serve.mjs', 'br')).status).toBe(404)
})

it.each([
  ['localhost:5180', 'require-corp'],
  ['127.0.0.1', 'require-corp'],
  ['[::1]:80', 'require-corp'],
  ['192.168.1.20:5180', undefined],
  ['localhost.example', undefined],
])('isolates a page at %s: %s', async (host, expected) => {
  expect((await get('/', undefined, 'GET', host)).headers['cross-origin-embedder-policy']).toBe(expected)
})

it('does not send compressed files of another build', async () => {
  await utimes(join(folder, 'module.wasm.br'), new Date(0), new Date(0))
  expect((await get('/module.wasm', 'br')).headers['content-encoding']).toBeUndefined()
  expect((await get('/module.wasm', 'br, gzip')).headers['content-encoding']).toBe('gzip')
})
