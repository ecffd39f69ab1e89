/** Returns the folder of a track. */
export declare function folderOf(track: string): URL
/** Returns the lessons of a track as JSON, keyed by file name. */
export declare function bundleOf(track: string): string
