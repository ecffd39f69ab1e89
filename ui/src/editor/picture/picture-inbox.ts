// A picture chosen, pasted or dropped elsewhere, kept until the page that reads it opens.
import type { Source } from '../../client/files'

let waiting: Source | null = null
let heard: ((file: Source) => void) | null = null

/** Passes a picture to the page, or stores it until the page opens. */
export function offerPicture(file: Source): void {
  if (heard) heard(file)
  else waiting = file
}

/** Receives pictures, starting with a stored one. Returns a function that stops. */
export function receivePictures(take: (file: Source) => void): () => void {
  heard = take
  const file = waiting
  waiting = null
  if (file) take(file)
  return () => {
    heard = null
  }
}
