// A small web server for the built app: `node serve.mjs --host 0.0.0.0 --port 5180` serves dist and prints its address, with a QR code for
// other devices. Sends compressed files if they exist. Knows nothing of the files.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ENCODINGS, compressible } from './compress.mjs'
import { isolation, policy } from './policy.mjs'

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Serves a folder. Resolves when it listens, to the port and a function that stops it. Port 0 picks a free port; if a port is in use, the
 * next ones are tried.
 */
export async function serve(folder, { host = '127.0.0.1', port = 0 } = {}) {
  const root = normalize(folder + sep)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = fileOf(root, pathname)
    if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    const sent = compressed(file, request.headers['accept-encoding'])
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-length': statSync(sent.file).size,
      // Files in assets have a hash in their names; the others are revalidated at each request.
      'cache-control': pathname.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      // Workers get the policy from this header only.
      'content-security-policy': policy,
      ...(isLocal(request.headers.host) ? isolation : {}),
      // Shared caches must store one response per encoding.
      ...(compressible(file) ? { vary: 'accept-encoding' } : {}),
      ...(sent.encoding ? { 'content-encoding': sent.encoding } : {}),
    })
    if (request.method === 'HEAD') return response.end()
    return createReadStream(sent.file).pipe(response)
  })
  for (let at = port; ; at++) {
    try {
      await new Promise((resolve, reject) => server.once('error', reject).listen(at, host, resolve))
      return { port: server.address().port, close: () => close(server) }
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || at > port + 20) throw error
      server.removeAllListeners('error')
    }
  }
}

/** True if the browser runs on this machine, so that it trusts plain http. */
function isLocal(host = '') {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)
}

function close(server) {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

function fileOf(root, pathname) {
  let path
  try {
    path = normalize(join(root, decodeURIComponent(pathname)))
  } catch {
    return undefined
  }
  if (!path.startsWith(root)) return undefined
  if (path.endsWith(sep)) path += 'index.html'
  return existsSync(path) && statSync(path).isFile() ? path : undefined
}

/** Returns the best compressed file that the client accepts. One that is older than the file belongs to another build. */
function compressed(file, accepted = '') {
  const { mtimeMs } = statSync(file)
  for (const { name, end } of compressible(file) ? ENCODINGS : []) {
    const beside = statSync(file + end, { throwIfNoEntry: false })
    if (accepts(accepted, name) && beside && beside.mtimeMs >= mtimeMs) return { file: file + end, encoding: name }
  }
  return { file }
}

/** True if `Accept-Encoding` names an encoding without `q=0`. */
function accepts(header, encoding) {
  return header.split(',').some((one) => {
    const [name, ...params] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
}

/** Returns the addresses of this machine on the local network. */
function addresses() {
  return Object.values(networkInterfaces())
    .flat()
    .filter((one) => one?.family === 'IPv4' && !one.internal)
    .map((one) => one.address)
}

async function main() {
  const { values } = parseArgs({ options: { host: { type: 'string' }, port: { type: 'string' } } })
  const host = values.host || '127.0.0.1'
  const folder = fileURLToPath(new URL('dist', import.meta.url))
  const { port } = await serve(folder, { host, port: Number(values.port || 5180) })
  const out = (line) => process.stdout.write(`${line}\n`)
  out(`Damier is at http://localhost:${port}/  (Ctrl+C ends it)`)
  const [first] = host === '0.0.0.0' || host === '::' ? addresses() : []
  if (first) {
    const address = `http://${first}:${port}/`
    const { renderUnicodeCompact } = await import('uqr')
    out(`On this network: ${address}\n\n${renderUnicodeCompact(address)}\n`)
    out('Over plain http a browser keeps nothing: there the app plays from memory and offers to save the games.')
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
