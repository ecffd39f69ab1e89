// Pictures as an animated GIF: drawn by the browser, put together by a library in a worker of its own, which are loaded when one is
// asked for. Knows nothing of what they show.
import { pictureUrl } from './png'

/** An SVG that stands for so many milliseconds. */
export interface Shown {
  readonly svg: string
  readonly delay: number
}

/** Bytes of a pixel while it is worked on. */
const PIXEL = 4
/** Bytes that all pictures together may take meanwhile: a phone has them. */
const MOST = 160 << 20

/** Whether so many pictures of this width and height can be put together. */
export function fits(pictures: number, across: number): boolean {
  return pictures * across * across * PIXEL <= MOST
}

/** The animation, so many pixels across, which begins again at its end. `onstep` hears how many pictures are drawn. */
export async function gifOf(
  pictures: readonly Shown[],
  across: number,
  onstep: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const [{ Encoder }, { default: workerUrl }] = await Promise.all([import('modern-gif'), import('modern-gif/worker?url')])
  const down = heightOf(pictures[0]?.svg ?? '', across)
  const encoder = new Encoder({ workerUrl, width: across, height: down, looped: true, loopCount: 0, maxColors: 255 })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: across, height: down })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser draws no pictures')
  for (const [at, { svg, delay }] of pictures.entries()) {
    signal.throwIfAborted()
    const image = new Image(across, down)
    image.src = pictureUrl(svg.replace('<svg ', `<svg width="${across}" height="${down}" `))
    await image.decode()
    context.drawImage(image, 0, 0, across, down)
    await encoder.encode({ data: context.getImageData(0, 0, across, down).data, delay })
    onstep(at + 1)
  }
  const bytes = await encoder.flush('arrayBuffer')
  signal.throwIfAborted()
  return new Blob([bytes], { type: 'image/gif' })
}

/** Pixels from top to bottom of a picture that is so wide. */
function heightOf(svg: string, across: number): number {
  const [, , width = 1, height = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  return Math.round((across * height) / width)
}
