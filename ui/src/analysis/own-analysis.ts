// The reader's analyses: library games with the tag Mode "analysis". The unnamed one is remembered and reopened until it is named or
// discarded.
import { CallFailed, type Client } from '../client/client'
import type { BeginAnalysis, LibraryGameView } from '../client/types'
import { settings } from '../shell/settings.svelte'

const UNNAMED = 'analysis'

const tag = (game: LibraryGameView, name: string): string => game.tags.find((one) => one.name === name)?.value ?? ''

export const isAnalysis = (game: LibraryGameView): boolean => tag(game, 'Mode') === 'analysis'

/** Starts an analysis; resolves to the id of its game. */
export async function beginAnalysis(client: Client, from: BeginAnalysis): Promise<number> {
  const { id } = await client.call('beginAnalysis', from)
  settings.keep(UNNAMED, String(id))
  return id
}

/** The unnamed analysis, if it still exists. */
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

/** Forgets the unnamed analysis after it was named or discarded. */
export function leaveAnalysis(id: number): void {
  if (settings.text(UNNAMED) === String(id)) settings.keep(UNNAMED, '')
}
