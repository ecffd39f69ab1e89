// The files of the app that the core asks for by name ("puzzles/canadian.bin"), and how they are fetched. Knows nothing of what
// is in them.
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

/** The lessons of each track, by one of its texts. */
const LESSONS = import.meta.glob<string>('../../../core/lessons/data/*/text/en.toml', { query: '?lessons', import: 'default', eager: true })

/** The address of a file; undefined where the app has none of this name. */
export function addressOf(resource: string): string | undefined {
  const [, track] = /^lessons\/([^/]+)\.json$/.exec(resource) ?? []
  if (track) return LESSONS[`../../../core/lessons/data/${track}/text/en.toml`]
  return FILES[`../../../core/data/${resource}`] ?? FILES[`../../../core/${resource.replace('/', '/data/')}`]
}

/** The bytes of a file. Rejects with a `CallFailed` that says why it did not come. */
export async function fetchResource(resource: string): Promise<Uint8Array> {
  const url = addressOf(resource)
  const response = url === undefined ? undefined : await fetch(url).catch(() => undefined)
  const bytes = response && isFile(response) ? await response.arrayBuffer().catch(() => null) : undefined
  if (bytes) return new Uint8Array(bytes)
  // Begun and broken off is as good as no answer.
  const why = whyNot(bytes === null ? undefined : response)
  throw new CallFailed({ kind: 'missing', message: `${resource} could not be fetched`, missing: { resource, why } })
}
