// A picture file as pixels, small enough to be read and shown. The browser decodes it, whatever its form; of one that moves, its first picture.

/** Pixels of the longer side that are kept: a square of the largest board still has more than the network looks at. */
const LONGEST = 1600

/** The picture to show, and its pixels to read. */
export interface Photo {
  readonly shown: ImageBitmap
  readonly width: number
  readonly height: number
  pixels(): ImageData
}

/** Rejects where the file is no picture that this browser knows. */
export async function photoOf(file: Blob): Promise<Photo> {
  const whole = await createImageBitmap(file)
  const share = Math.min(1, LONGEST / Math.max(whole.width, whole.height))
  const [width, height] = [Math.max(1, Math.round(whole.width * share)), Math.max(1, Math.round(whole.height * share))]
  let shown = whole
  if (share < 1) {
    shown = await createImageBitmap(whole, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
    whole.close()
  }
  return {
    shown,
    width,
    height,
    pixels() {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('the browser draws no pictures')
      context.drawImage(shown, 0, 0)
      return context.getImageData(0, 0, width, height)
    },
  }
}
