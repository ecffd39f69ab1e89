/* tslint:disable */
/* eslint-disable */

/**
 * The engine: makes searches, with the weights and tables that were installed.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes in a file that was fetched, by its name.
     *
     * # Errors
     * `missing` with the same name: the bytes are not that file.
     */
    install(resource: string, bytes: Uint8Array | number[]): void;
    /**
     * The file without which a game (by its key) is evaluated more coarsely than it could be: "weights/frisian.bin".
     */
    missingWeights(variant: string): string | undefined;
    /**
     * An engine without weights and tables: it plays all the same, only worse.
     */
    constructor();
    /**
     * A search with these `SearchParams` (JSON).
     *
     * # Errors
     * An `ApiError` where they are no search.
     */
    search(params: string): Searcher;
}

/**
 * One search.
 */
export class Searcher {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The file with which the next search would see more: "endgame/international.bin".
     */
    missingTables(): string | undefined;
    /**
     * The `SearchResult` (JSON) once the search is over.
     *
     * # Errors
     * Only a fault of ours.
     */
    result(): string | undefined;
    /**
     * Searches for about this many milliseconds; the news since the last step, if any, as `SearchInfo` (JSON).
     *
     * # Errors
     * Only a fault of ours.
     */
    step(millis: number): string | undefined;
    /**
     * Ends the search with what it has.
     */
    stop(): void;
}

/**
 * Runs once when a module is loaded: a fault of ours reaches the page with its message instead of as "unreachable".
 */
export function start(): void;

export default function init(code?: { module_or_path: WebAssembly.Module }): Promise<unknown>;
