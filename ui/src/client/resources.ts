// Files that the core requests by name ("puzzles/canadian.bin"), and how they are fetched.
import { CallFailed } from './client'
import { isFile, whyNot } from './fetching'

const FILES = import.meta.glob<string>(
  [
    '../../../core/data/{weights,endgame,puzzles}/*.bin',
    '../../../core/data/books/*.book',
    '../../../core/lessons/data/{text,*/text}/*.toml',
    '../../../core/lessons/data/{rules,articles,glossary,album}.toml',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** The lessons of each track, keyed by its English text file. */
const LESSONS = import.meta.glob<string>('../../../core/lessons/data/*/text/en.toml', { query: '?lessons', import: 'default', eager: true })

/** Returns the address of a file, or undefined if there is none of this name. */
export function addressOf(resource: string): string | undefined {
  const [, track] = /^lessons\/([^/]+)\.json$/.exec(resource) ?? []
  if (track) return LESSONS[`../../../core/lessons/data/${track}/text/en.toml`]
  return FILES[`../../../core/data/${resource}`] ?? FILES[`../../../core/${resource.replace('/', '/data/')}`]
}

/** Fetches a file. Rejects with a `CallFailed` that holds the reason. */
export async function fetchResource(resource: string): Promise<Uint8Array> {
  const url = addressOf(resource)
  const response = url === undefined ? undefined : await fetch(url).catch(() => undefined)
  const bytes = response && isFile(response) ? await response.arrayBuffer().catch(() => null) : undefined
  if (bytes) return new Uint8Array(bytes)
  // A response that broke off counts as no response.
  const why = whyNot(bytes === null ? undefined : response)
  throw new CallFailed({ kind: 'missing', message: `${resource} could not be fetched`, missing: { resource, why } })
}
