// What a pasted text is: games, a position, a link, or nothing of draughts. Asks the core.
import { type Source, sourceOf } from '../../client/files'
import { app } from '../app.svelte'
import type { Route } from './routes'

export type Pasted = { kind: 'games'; file: Source } | { kind: 'position'; variant: string; fen: string } | { kind: 'link'; code: string }

/** The address of a link, in the browser or in the window. A letter may have broken it into lines; words behind it are not of it. */
const LINK = /(?:damier:\/\/|#\/)link\/([\w-]+(?:\r?\n[\w-]+)*)/

/** Longer texts that are no games are not looked at. */
const LONGEST_POSITION = 2000

/** Two moves with which a text begins, without a number. */
const MOVES = /^\s*(?:\d{1,2}|[a-h]\d)[-x×:](?:\d{1,2}|[a-h]\d)\s+\(?(?:\d{1,2}|[a-h]\d)[-x×:](?:\d{1,2}|[a-h]\d)\b/

/** Tags or moves. */
export function isGames(text: string): boolean {
  return /^\s*\[\w+ "|(^|\s)1\.\s*\S+[-x]/.test(text) || MOVES.test(text)
}

/** Whether a file is a picture, by its name. */
export const isPicture = ({ name }: Source): boolean => /\.(avif|bmp|gif|hei[cf]|jpe?g|png|tiff?|webp)$/i.test(name)

/** The code of the link in a text, where there is one. */
export const linkIn = (text: string): string | undefined => LINK.exec(text)?.[1]?.replaceAll(/\s/g, '')

/** Where a position or a link leads. */
export function routeOf(what: Exclude<Pasted, { kind: 'games' }>): Route {
  return what.kind === 'link' ? { page: 'link', code: what.code } : { page: 'editor', variant: what.variant, fen: what.fen }
}

/** A file that holds no games but a position or a link, as a text that is pasted. */
export async function inFile(file: Source): Promise<Exclude<Pasted, { kind: 'games' }> | null> {
  if (file.size > LONGEST_POSITION) return null
  const bytes = await file.read(0, file.size).catch(() => new Uint8Array())
  const what = await pasted(new TextDecoder().decode(bytes))
  return what?.kind === 'games' ? null : what
}

/** The line of a correspondence game in a message, whatever stands around it. */
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
  // A position has square numbers, and a sign or a space between them.
  if (text.length > LONGEST_POSITION || !/\d[\s\S]*[:,\s]|[:,\s][\s\S]*\d/.test(text)) return null
  try {
    const { variant, check } = await app.client.call('readPosition', { variant: app.chosenVariant, text })
    return check.position ? { kind: 'position', variant, fen: check.position.fen } : null
  } catch {
    return null
  }
}
