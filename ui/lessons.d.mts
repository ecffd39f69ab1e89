/** The folder of a track. */
export declare function folderOf(track: string): URL
/** An object of JSON: by each lesson's file name what stands in it. */
export declare function bundleOf(track: string): string
