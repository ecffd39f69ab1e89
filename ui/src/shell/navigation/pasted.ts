// Recognises pasted text: games, a position, a link, or none of these. Asks the core.
import { type Source, sourceOf } from '../../client/files'
import { app } from '../app.svelte'
import type { Route } from './routes'

export type Pasted = { kind: 'games'; file: Source } | { kind: 'position'; variant: string; fen: string } | { kind: 'link'; code: string }

/** Address of a link in the browser or in the window. A mail may have broken it into lines; later words are not part of it. */
const LINK = /(?:damier:\/\/|#\/)link\/([\w-]+(?:\r?\n[\w-]+)*)/

/** Longest text in characters that is read as a position. */
const LONGEST_POSITION = 2000

/** Two moves without a number at the start of a text. */
const MOVES = /^\s*(?:\d{1,2}|[a-h]\d)[-x×:](?:\d{1,2}|[a-h]\d)\s+\(?(?:\d{1,2}|[a-h]\d)[-x×:](?:\d{1,2}|[a-h]\d)\b/

/** True if the text holds PDN tags or moves. */
export function isGames(text: string): boolean {
  return /^\s*\[[\p{L}\w]+\s+"|(^|\s)1\.\s*\S+[-x:×*]/u.test(text) || MOVES.test(text)
}

/** True if the file is a picture by its name. */
export const isPicture = ({ name }: Source): boolean => /\.(avif|bmp|gif|hei[cf]|jpe?g|png|tiff?|webp)$/i.test(name)

/** Returns the code of the first link in a text. */
export const linkIn = (text: string): string | undefined => LINK.exec(text)?.[1]?.replaceAll(/\s/g, '')

/** Returns the page of a position or a link. */
export function routeOf(what: Exclude<Pasted, { kind: 'games' }>): Route {
  return what.kind === 'link' ? { page: 'link', code: what.code } : { page: 'editor', variant: what.variant, fen: what.fen }
}

/** Reads a small file that holds a position or a link instead of games. */
export async function inFile(file: Source): Promise<Exclude<Pasted, { kind: 'games' }> | null> {
  if (file.size > LONGEST_POSITION) return null
  const bytes = await file.read(0, file.size).catch(() => new Uint8Array())
  const what = await pasted(new TextDecoder().decode(bytes))
  return what?.kind === 'games' ? null : what
}

/** Returns the line of a correspondence game in a message, without the text around it. */
async function letterIn(text: string): Promise<string | null> {
  try {
    const what = await app.client.call('openLink', { link: text })
    return what.kind === 'letter' ? what.line : null
  } catch {
    return null
  }
}

export async function pasted(text: string): Promise<Pasted | null> {
  const link = linkIn(text)
  if (link) return { kind: 'link', code: (await letterIn(text)) ?? link }
  if (isGames(text)) return { kind: 'games', file: sourceOf(new File([text], 'games.pdn')) }
  // A position has square numbers with a sign or a space between them.
  if (text.length > LONGEST_POSITION || !/\d[\s\S]*[:,\s]|[:,\s][\s\S]*\d/.test(text)) return null
  try {
    const { variant, check } = await app.client.call('readPosition', { variant: app.chosenVariant, text })
    return check.position ? { kind: 'position', variant, fen: check.position.fen } : null
  } catch {
    return null
  }
}
