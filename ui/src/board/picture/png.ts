// A diagram's SVG text as a PNG, drawn by the browser. Knows nothing of what it shows.

/** Pixels of a square of the board, of which a diagram gives each a hundred units. */
const SQUARE = 96

/** The picture of an SVG file that stands alone. */
export async function pngOf(svg: string): Promise<Blob> {
  const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const [across, down] = [width, height].map((units) => Math.round((units * SQUARE) / 100))
  // Some browsers draw an image without a size of its own not at all.
  const image = new Image(across, down)
  image.src = pictureUrl(svg.replace('<svg ', `<svg width="${across}" height="${down}" `))
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: across, height: down })
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png')
  })
}

/** The address of a picture that is its own text. */
export function pictureUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
