/* tslint:disable */
/* eslint-disable */

/**
 * One person's app.
 */
export class App {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * One call: parameters and reply as JSON.
     *
     * # Errors
     * What the call answers.
     */
    call(name: string, params: string, now: number): string;
    /**
     * Some bytes of a damaged file that was set aside, by the name that `home` tells; less or nothing at its end, and where
     * there is no such file.
     *
     * # Errors
     * Where the browser refuses.
     */
    static damagedFile(name: string, from: number, length: number): Promise<Uint8Array>;
    /**
     * Takes in the file that a call was `missing`, by the name that the error gives: the call can be made again.
     *
     * # Errors
     * `missing` with the same name: the bytes are not that file.
     */
    install(resource: string, bytes: Uint8Array | number[]): void;
    /**
     * Opens the store in the private file system of the page's origin. Only a dedicated worker of a secure page has one,
     * and only one at a time: `busy` where another holds it. What a damaged store has left is brought into a new one beside
     * it. `now` is in milliseconds since 1970.
     *
     * # Errors
     * An `ApiError` that says what the browser or the store refused.
     */
    static kept(now: number): Promise<App>;
    /**
     * Opens a store that is gone with the page.
     *
     * # Errors
     * Where memory fails.
     */
    static memory(now: number): App;
    /**
     * What that search found (`SearchResult` in JSON): the call can be made again.
     *
     * # Errors
     * They are not of their form.
     */
    provideSearch(params: string, result: string): void;
    /**
     * The `SearchParams` (JSON) of the search that the call just made failed for want of (`searchWanted`): the other
     * module does it.
     *
     * # Errors
     * Only a fault of ours.
     */
    wantedSearch(): string | undefined;
}

/**
 * Runs once when a module is loaded: a fault of ours reaches the page with its message instead of as "unreachable".
 */
export function start(): void;

export default function init(code?: { module_or_path: WebAssembly.Module }): Promise<unknown>;
