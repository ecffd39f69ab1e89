// The picture that was chosen, pasted or dropped elsewhere, until the page that reads it takes it.
import type { Source } from '../../client/files'

let waiting: Source | null = null
let heard: ((file: Source) => void) | null = null

/** Hands a picture to the page, which may be open already. */
export function handPicture(file: Source): void {
  if (heard) heard(file)
  else waiting = file
}

/** Hears of what is handed on from now on, and of what waits. Answers how to stop. */
export function takePictures(take: (file: Source) => void): () => void {
  heard = take
  const file = waiting
  waiting = null
  if (file) take(file)
  return () => {
    heard = null
  }
}
