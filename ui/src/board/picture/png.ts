// Renders a diagram's SVG text as PNG in the browser. Knows nothing of its content.

/** Pixels per square; a diagram has 100 units per square. */
const SQUARE = 96

/** Renders a standalone SVG file. */
export async function pngOf(svg: string): Promise<Blob> {
  const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const [across, down] = [width, height].map((units) => Math.round((units * SQUARE) / 100))
  // Some browsers do not draw an image without an intrinsic size.
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

/** The data URL of an SVG. */
export function pictureUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
