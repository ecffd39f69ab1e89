/** Most threads of a search in the browser: more would heat a phone and need memory. */
export const MOST_THREADS = 8
