/* tslint:disable */
/* eslint-disable */

/**
 * The engine, which starts searches with the installed weights and tables.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Installs a fetched file by its name.
     *
     * # Errors
     * `missing` with the same name if the bytes are not that file.
     */
    install(resource: string, bytes: Uint8Array | number[]): void;
    /**
     * Name of the missing file that would improve the evaluation of a variant: "weights/frisian.bin".
     */
    missingWeights(variant: string): string | undefined;
    /**
     * An engine without weights and tables, which plays worse.
     */
    constructor();
    /**
     * Starts a search with these `SearchParams` (JSON).
     *
     * # Errors
     * An `ApiError` if they are invalid.
     */
    search(params: string): Searcher;
}

/**
 * A search.
 */
export class Searcher {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Name of the missing file that would improve the next search: "endgame/international.bin".
     */
    missingTables(): string | undefined;
    /**
     * Returns the `SearchResult` (JSON) once the search is over.
     *
     * # Errors
     * Only a bug.
     */
    result(): string | undefined;
    /**
     * Searches for about this many milliseconds. Returns the progress since the last step, if any, as `SearchInfo`
     * (JSON).
     *
     * # Errors
     * Only a bug.
     */
    step(millis: number): string | undefined;
    /**
     * Stops the search with its result so far.
     */
    stop(): void;
}

/**
 * Helps the searches of the module whose memory this instance shares, and never returns.
 */
export function help(): void;

/**
 * Packs coded endgame tables, so that [`Engine::install`] takes no time. This takes seconds; a worker of its own does it.
 *
 * # Errors
 * A sentence if the bytes are no tables.
 */
export function packTables(bytes: Uint8Array | number[]): Uint8Array;

/**
 * Runs once when a module is loaded: a panic reaches the page with its message instead of as "unreachable".
 */
export function start(): void;

export default function init(from?: { module_or_path?: WebAssembly.Module; memory?: WebAssembly.Memory }): Promise<{ memory: WebAssembly.Memory }>;
