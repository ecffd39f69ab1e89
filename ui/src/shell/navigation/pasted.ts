// What a pasted text is: games, a position, a link, or nothing of draughts. Asks the core.
import { type Source, sourceOf } from '../../client/files'
import { app } from '../app.svelte'

export type Pasted = { kind: 'games'; file: Source } | { kind: 'position'; variant: string; fen: string } | { kind: 'link'; code: string }

/** The address of a link, in the browser or in the window. A letter may have broken it into lines; words behind it are not of it. */
const LINK = /(?:damier:\/\/|#\/)link\/([\w-]+(?:\r?\n[\w-]+)*)/

/** Longer texts that are no games are not looked at. */
const LONGEST_POSITION = 2000

export function isGames(text: string): boolean {
  return /^\s*\[\w+ "|(^|\s)1\.\s*\S+[-x]/.test(text)
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
  const link = LINK.exec(text)?.[1]
  if (link) return { kind: 'link', code: (await letterIn(text)) ?? link.replaceAll(/\s/g, '') }
  if (isGames(text)) return { kind: 'games', file: sourceOf(new File([text], 'games.pdn')) }
  // A position has square numbers, and a sign between them.
  if (text.length > LONGEST_POSITION || !/\d/.test(text) || !/[:,]/.test(text)) return null
  try {
    const { variant, check } = await app.client.call('readPosition', { variant: app.chosenVariant, text })
    return check.position ? { kind: 'position', variant, fen: check.position.fen } : null
  } catch {
    return null
  }
}
