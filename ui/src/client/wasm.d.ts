// The two WebAssembly modules as `make wasm` builds them; declared here so that the type check needs no build.
declare module '#wasm/app' {
  export default function init(): Promise<unknown>
  /** The core with the store. */
  export class App {
    /** Opens the store in the browser's private file system; rejects where that is refused or in use. */
    static kept(now: number): Promise<App>
    /** Some bytes of a damaged file that was set aside; less or nothing at its end. */
    static damagedFile(name: string, from: number, length: number): Promise<Uint8Array>
    /** A store that is gone with the page. */
    static memory(now: number): App
    /** One call: parameters and reply as JSON. Throws an `ApiError`. */
    call(name: string, params: string, now: number): string
    /** The endgame tables, once fetched. Throws an `ApiError`. */
    handOverTables(bytes: Uint8Array): void
    /** The search (`SearchParams` in JSON) that the call just made failed for want of. */
    wantedSearch(): string | undefined
    handOverSearch(params: string, result: string): void
    /** The texts of a language, once fetched. Throws an `ApiError`. */
    handOverTexts(language: string, source: string): void
    /** The puzzles of a game, once fetched. Throws an `ApiError`. */
    handOverPuzzles(variant: string, bytes: Uint8Array): void
    /** Closes the store. */
    free(): void
  }
}

declare module '#wasm/search' {
  export default function init(): Promise<unknown>
  /** One search, done in slices. */
  export class Searcher {
    /** Throws an `ApiError`. */
    constructor(params: string, now: number)
    /** The endgame tables, once fetched. Throws an `ApiError`. */
    static handOverTables(bytes: Uint8Array): void
    /** The name of the weights that a game is evaluated with, as long as they are missing. */
    static missingWeights(variant: string): string | undefined
    /** The weights of a game, once fetched. Throws an `ApiError`. */
    static handOverWeights(bytes: Uint8Array): void
    /** Searches for about `millis`; returns the newest news as JSON, or nothing. */
    step(millis: number): string | undefined
    /** The result as JSON once it is done. */
    result(): string | undefined
    /** Ends at once with what it has. */
    stop(): void
    /** Whether endgame tables would make the next search see more. */
    wantsTables(): boolean
    free(): void
  }
}
