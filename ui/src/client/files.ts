// Files that are read in pieces, and base64 for calls. Knows no draughts.

/** A file that is read in pieces. */
export interface Source {
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  read(from: number, to: number): Promise<Uint8Array>
}

/** A file that the user picked, dropped or shared. */
export function sourceOf(file: File): Source {
  return {
    name: file.name,
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  }
}

/** Bytes at the start from which the core recognises a file. */
const HEAD = 4096

/** Returns the parameters of `checkFile` for a file. */
export async function headOf(file: Source): Promise<{ head: string; bytes: number }> {
  return { head: base64(await file.read(0, Math.min(HEAD, file.size))), bytes: file.size }
}

/** Encodes bytes as base64. */
export function base64(bytes: Uint8Array): string {
  const PIECE = 0x80_00
  let text = ''
  for (let from = 0; from < bytes.length; from += PIECE) text += String.fromCharCode(...bytes.subarray(from, from + PIECE))
  return btoa(text)
}

/** Name of the cache in which the service worker puts files shared by other apps until the page takes them. */
export const SHARED = 'shared-with-damier'

/** Query of the page's address if a shared file did not fit into the cache: the service worker holds it in memory. */
export const UNKEPT = 'unkept'
