// Compresses the built app once for all visitors: `node compress.mjs` writes a .br and a .gz beside each file of dist that gets smaller.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files fit into the first packet uncompressed. */
const LEAST = 1024
/** Already compressed; the core's own data files are. */
const DONE = new Set(['.png', '.webp', '.jpg', '.woff2', '.bin', '.br', '.gz'])

/** Encodings by their names in `Accept-Encoding`, with the suffix of the file; the better one first. */
export const ENCODINGS = [
  { name: 'br', end: '.br', pack: brotli },
  { name: 'gzip', end: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

function brotli(bytes) {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants
  return promisify(brotliCompress)(bytes, { params: { [quality]: 11, [size]: bytes.length } })
}

/** True if files of this name are compressed. */
export const compressible = (name) => !DONE.has(extname(name))

/** Compresses every file of a folder that gets smaller. */
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
