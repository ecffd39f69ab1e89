// Encodes pictures as an animated GIF: the browser draws them and a library encodes them in a worker, loaded on demand. Knows nothing of
// their content.
import { pictureUrl } from './png'

/** An SVG shown for `delay` milliseconds. */
export interface Shown {
  readonly svg: string
  readonly delay: number
}

/** Bytes per pixel while encoding. */
const PIXEL = 4
/** Memory limit for all pictures together, in bytes: it must fit on a phone. */
const MOST = 160 << 20

/** True if this number of square pictures, `across` pixels wide, can be encoded. */
export function fits(pictures: number, across: number): boolean {
  return pictures * across * across * PIXEL <= MOST
}

/** Encodes an endlessly repeating animation, `across` pixels wide. `onstep` receives the number of pictures drawn. */
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

/** Height in pixels of a picture scaled to the width `across`. */
function heightOf(svg: string, across: number): number {
  const [, , width = 1, height = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  return Math.round((across * height) / width)
}
