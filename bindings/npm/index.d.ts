import type { ApiError, Calls, ErrorKind, SearchInfo, SearchParams, SearchResult } from './types.js'

export type * from './types.js'

/** Runs a call of the core, in a worker. Rejects with a `CallFailed`. Games are kept in the browser's private file system. */
export function call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]>

/**
 * Runs a search, in a worker of its own. `onInfo` hears how far it is, about ten times a second; aborting `signal` ends it
 * early, and its result still comes.
 */
export function search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>

/** A call that could not do what was asked: `kind` for the program, `message` (English) for logs. */
export class CallFailed extends Error implements ApiError {
  readonly kind: ErrorKind
}
