// What a pasted text is: games, a position, or nothing of draughts. Asks the core.
import { type Source, sourceOf } from '../../client/files'
import { app } from '../app.svelte'

export type Pasted = { kind: 'games'; file: Source } | { kind: 'position'; variant: string; fen: string }

/** Longer texts that are no games are not looked at. */
const LONGEST_POSITION = 2000

export function isGames(text: string): boolean {
  return /^\s*\[\w+ "|(^|\s)1\.\s*\S+[-x]/.test(text)
}

export async function pasted(text: string): Promise<Pasted | null> {
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
