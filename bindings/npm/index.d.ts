import type { ApiError, Calls, ErrorKind, SearchInfo, SearchParams, SearchResult } from './types.js'

export type * from './types.js'

/** Runs a call of the core in a worker. Rejects with a `CallFailed`. Games are stored in the browser's private file system. */
export function call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]>

/**
 * Runs a search in another worker. `onInfo` gets its progress about ten times a second. Aborting `signal` ends it early; it still
 * returns a result.
 */
export function search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>

/** The error of a failed call: `kind` for programs, `message` (English) for logs. */
export class CallFailed extends Error implements ApiError {
  readonly kind: ErrorKind
}
