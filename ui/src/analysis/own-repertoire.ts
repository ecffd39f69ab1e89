// Repertoires: games of the library with the tag Mode "repertoire", one for each colour of a game. Knows no rule.
import { CallFailed, type Client } from '../client/client'
import type { AddedView, AddToRepertoire, LibraryGameView, SideView } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { failureText } from '../shell/failures/failure-text'

/** With which colour a game is a repertoire; null where it is none. */
export function repertoireSide(game: LibraryGameView): SideView | null {
  const tag = (wanted: string): string | undefined => game.tags.find(({ name }) => name === wanted)?.value
  if (tag('Mode') !== 'repertoire') return null
  return tag('Repertoire') === 'black' ? 'black' : 'white'
}

/** Adds to a repertoire, and what is to be said of it. */
export async function addToRepertoire(
  client: Client,
  what: Omit<AddToRepertoire, 'name'>,
): Promise<{ added: AddedView | null; said: string }> {
  let added: AddedView | null = null
  let said: string
  try {
    added = await client.call('addToRepertoire', { ...what, name: m.repertoire_name({ side: what.side }) })
    said = added.added === 0 ? m.repertoire_added_none() : m.repertoire_added({ count: added.added })
  } catch (thrown) {
    const { kind } = CallFailed.from(thrown)
    said = kind === 'badPosition' ? m.repertoire_foreign() : kind === 'badParams' ? m.repertoire_too_much() : failureText(kind)
  }
  announcer.say(said)
  return { added, said }
}
