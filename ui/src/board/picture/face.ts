// The typeface of the numbers for pictures that are files: a file cannot use the fonts of the page.
import url from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?url'

/** Reads the typeface as a style with the font inside, 24 kB. Empty if it cannot be read: the picture then uses another one. */
export async function numberFace(): Promise<string> {
  try {
    const answer = await fetch(url)
    if (!answer.ok) return ''
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    return `@font-face{font-family:'Atkinson Hyperlegible Mono';font-weight:200 800;src:url(data:font/woff2;base64,${text})}`
  } catch {
    return ''
  }
}
