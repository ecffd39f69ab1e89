// Bundles the lessons of a track into one file, which the browser fetches when one of them is opened.
import { readdirSync, readFileSync } from 'node:fs'

const data = new URL('../core/lessons/data/', import.meta.url)

/** Returns the folder of a track. */
export const folderOf = (track) => new URL(`${track}/`, data)

/** Returns the lessons of a track as JSON, keyed by file name, without the proofs, which only the checker reads. */
export function bundleOf(track) {
  const folder = folderOf(track)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.toml'))
    .toSorted()
  const taught = (name) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/^proof = .*\n/gm, '')
  return JSON.stringify(Object.fromEntries(files.map((name) => [name, taught(name)])))
}
