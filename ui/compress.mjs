// Compresses the built app once, so that no server does it again for every visitor: `node compress.mjs` writes beside each file of dist
// that gains by it the same as .br and as .gz.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files fit into the first packet as they are. */
const LEAST = 1024
/** What is compressed already; the core's own data are. */
const DONE = new Set(['.png', '.woff2', '.bin', '.br', '.gz'])

/** Each encoding as a browser asks for it, with the end of the file's name; the better one first. */
export const ENCODINGS = [
  { name: 'br', end: '.br', pack: brotli },
  { name: 'gzip', end: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

function brotli(bytes) {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants
  return promisify(brotliCompress)(bytes, { params: { [quality]: 11, [size]: bytes.length } })
}

/** Whether a file of this name may be had compressed. */
export const compressible = (name) => !DONE.has(extname(name))

/** Writes what every file of a folder is compressed, where that is smaller. */
export async function compress(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile() && compressible(entry.name)).map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < LEAST) return
      for (const { end, pack } of ENCODINGS) {
        const packed = await pack(bytes)
        if (packed.length < bytes.length) await writeFile(file + end, packed)
      }
    }),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await compress(fileURLToPath(new URL('dist', import.meta.url)))
