// The lessons of a track as one file, for the browser that fetches them when one of them is opened.
import { readdirSync, readFileSync } from 'node:fs'

const data = new URL('../core/lessons/data/', import.meta.url)

/** The folder of a track. */
export const folderOf = (track) => new URL(`${track}/`, data)

/** An object of JSON: by each lesson's file name what stands in it, without the proofs, which only the checker reads. */
export function bundleOf(track) {
  const folder = folderOf(track)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.toml'))
    .toSorted()
  const taught = (name) => readFileSync(new URL(name, folder), 'utf8').replaceAll(/^proof = .*\n/gm, '')
  return JSON.stringify(Object.fromEntries(files.map((name) => [name, taught(name)])))
}
