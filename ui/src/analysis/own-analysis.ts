// Analyses of one's own: games of the library with the tag Mode "analysis". The one that has no name yet is remembered, and opened
// again until it is named or thrown away.
import { CallFailed, type Client } from '../client/client'
import type { BeginAnalysis, LibraryGameView } from '../client/types'
import { settings } from '../shell/settings.svelte'

const UNNAMED = 'analysis'

const tag = (game: LibraryGameView, name: string): string => game.tags.find((one) => one.name === name)?.value ?? ''

export const isAnalysis = (game: LibraryGameView): boolean => tag(game, 'Mode') === 'analysis'

/** Begins one; its game. */
export async function beginAnalysis(client: Client, from: BeginAnalysis): Promise<number> {
  const { id } = await client.call('beginAnalysis', from)
  settings.keep(UNNAMED, String(id))
  return id
}

/** The one that has no name, where it is still there. */
export async function unnamedAnalysis(client: Client): Promise<number | null> {
  const id = Number(settings.text(UNNAMED) ?? '')
  if (!id) return null
  try {
    const game = await client.call('libraryGame', { id })
    return isAnalysis(game) ? id : null
  } catch (thrown) {
    if (CallFailed.from(thrown).kind === 'notFound') return null
    throw thrown
  }
}

/** This one has a name now, or is thrown away: the next begins anew. */
export function leaveAnalysis(id: number): void {
  if (settings.text(UNNAMED) === String(id)) settings.keep(UNNAMED, '')
}
