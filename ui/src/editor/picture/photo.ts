// Decodes a picture file, scaled for reading and display. The browser handles the format; of an animation the first frame is used.

/** Longer side in pixels: a square of the largest board still has more pixels than the network uses. */
const LONGEST = 1600

/** The picture for display, and its pixels. */
export interface Photo {
  readonly shown: ImageBitmap
  readonly width: number
  readonly height: number
  pixels(): ImageData
}

/** Rejects if the browser cannot decode the file. */
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
