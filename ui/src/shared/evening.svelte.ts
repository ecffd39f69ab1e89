// Lets other pages send a position to everybody while this device hosts an evening. The host may be in this window or in another page of
// the same origin (`damier serve`).
import type { ShotChoice } from '../client/types'

type Said = { kind: 'asks' } | { kind: 'holds'; on: boolean } | { kind: 'send'; shot: ShotChoice }

const NAME = 'damier-evening'

class Evening {
  /** Sends a position to everybody; `null` without an evening. */
  send: ((shot: ShotChoice) => void) | null = $state.raw(null)

  /** Asks the other pages if one of them hosts an evening. Returns a function that stops listening. */
  look(): () => void {
    // This page hosts one, or the browser has no channel.
    if (this.send || typeof BroadcastChannel === 'undefined') return () => undefined
    const channel = new BroadcastChannel(NAME)
    const over = (shot: ShotChoice): void => channel.postMessage({ kind: 'send', shot } satisfies Said)
    const forget = (): void => {
      // Unless this window hosts an evening itself by now.
      if (this.send === over) this.send = null
    }
    channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.kind !== 'holds') return
      if (!data.on) forget()
      else this.send ??= over
    })
    channel.postMessage({ kind: 'asks' } satisfies Said)
    return () => {
      channel.close()
      forget()
    }
  }
}

export const evening = new Evening()

/** Answers requests of other pages while this page hosts an evening. Returns a function that stops it. */
export function answerPages(send: (shot: ShotChoice) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(NAME)
  const announce = (on: boolean): void => channel.postMessage({ kind: 'holds', on } satisfies Said)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'asks') announce(true)
    if (data.kind === 'send') send(data.shot)
  })
  announce(true)
  return () => {
    announce(false)
    channel.close()
  }
}
