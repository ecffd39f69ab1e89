// Adds moves to a repertoire. Knows no rules.
import { CallFailed, type Client } from '../client/client'
import type { AddToRepertoire, AddedView } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { failureText } from '../shell/failures/failure-text'

/** Adds to a repertoire; resolves to a message. */
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
