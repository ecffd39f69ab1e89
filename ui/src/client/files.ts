// Files to read piece by piece, wherever they lie, and bytes as the text that calls take. Knows no draughts.

/** A file that is read in pieces. */
export interface Source {
  readonly name: string
  /** Bytes. */
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

/** Bytes that tell what a file is. */
const HEAD = 4096

/** What `checkFile` is asked about a file. */
export async function headOf(file: Source): Promise<{ head: string; bytes: number }> {
  return { head: base64(await file.read(0, Math.min(HEAD, file.size))), bytes: file.size }
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  const PIECE = 0x80_00
  let text = ''
  for (let from = 0; from < bytes.length; from += PIECE) text += String.fromCharCode(...bytes.subarray(from, from + PIECE))
  return btoa(text)
}

/** Where the service worker lays aside what other apps share, until the page takes it. */
export const SHARED = 'shared-with-damier'

/** What the address of the page says, where there was no room for some of it: that is asked of the service worker itself. */
export const UNKEPT = 'unkept'
