/* tslint:disable */
/* eslint-disable */

/**
 * The app of one person.
 */
export class App {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Runs a call. Parameters and reply are JSON.
     *
     * # Errors
     * Any error of the call.
     */
    call(name: string, params: string, now: number): string;
    /**
     * Reads bytes of a damaged file that was set aside, by the name in `home`. Returns less at its end, and nothing
     * if there is no such file.
     *
     * # Errors
     * If the browser refuses.
     */
    static damagedFile(name: string, from: number, length: number): Promise<Uint8Array>;
    /**
     * Installs a file that a call reported `missing`, by the name in the error, so that the call can be repeated.
     *
     * # Errors
     * `missing` with the same name if the bytes are not that file.
     */
    install(resource: string, bytes: Uint8Array | number[]): void;
    /**
     * Opens the store in the private file system of the page's origin. Only one dedicated worker of a secure page can have
     * it; others get `busy`. A damaged store is rescued into a new one beside it. `now` is in milliseconds since 1970.
     *
     * # Errors
     * An `ApiError` with the reason why the browser or the store refused.
     */
    static kept(now: number): Promise<App>;
    /**
     * Opens a store in memory, which is lost with the page.
     *
     * # Errors
     * If memory is exhausted.
     */
    static memory(now: number): App;
    /**
     * Takes the result of that search (`SearchResult` as JSON), so that the call can be repeated.
     *
     * # Errors
     * If the JSON has another form.
     */
    provideSearch(params: string, result: string): void;
    /**
     * Returns the `SearchParams` (JSON) of the search for which the last call failed with `searchWanted`. The search
     * module runs it.
     *
     * # Errors
     * Only a bug.
     */
    wantedSearch(): string | undefined;
}

/**
 * Runs once when a module is loaded: a panic reaches the page with its message instead of as "unreachable".
 */
export function start(): void;

export default function init(from?: { module_or_path?: WebAssembly.Module; memory?: WebAssembly.Memory }): Promise<{ memory: WebAssembly.Memory }>;
