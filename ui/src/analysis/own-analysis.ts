// The reader's analyses: library games with the tag Mode "analysis". The unnamed one of each draughts game is remembered and reopened until
// it is named or discarded.
import { CallFailed, type Client } from '../client/client'
import type { BeginAnalysis, LibraryGameView } from '../client/types'
import { tagOf } from '../shared/game-facts'
import { settings } from '../shell/settings.svelte'

/** Key of the unnamed analysis of a draughts game. */
const unnamed = (variant: string): string => `analysis:${variant}`

export const isAnalysis = (game: LibraryGameView): boolean => tagOf(game, 'Mode') === 'analysis'

/** Starts an analysis; resolves to the id of its game. */
export async function beginAnalysis(client: Client, from: BeginAnalysis): Promise<number> {
  const { id } = await client.call('beginAnalysis', from)
  settings.keep(unnamed(from.variant), String(id))
  return id
}

/** The unnamed analysis of a draughts game, if it still exists. */
export async function unnamedAnalysis(client: Client, variant: string): Promise<number | null> {
  const id = Number(settings.text(unnamed(variant)) ?? '')
  if (!id) return null
  try {
    const game = await client.call('libraryGame', { id })
    return isAnalysis(game) ? id : null
  } catch (thrown) {
    if (CallFailed.from(thrown).kind === 'notFound') return null
    throw thrown
  }
}

/** Forgets the unnamed analysis after it was named or discarded. */
export function leaveAnalysis(id: number, variant: string): void {
  if (settings.text(unnamed(variant)) === String(id)) settings.keep(unnamed(variant), '')
}
