// Whether somebody at this device holds an evening for others, so that pages far from it can send everybody a position: in this
// window, or in another page of the same host (`damier serve`). Knows no line.
import type { ShotChoice } from '../client/types'

type Said = { kind: 'asks' } | { kind: 'holds'; on: boolean } | { kind: 'send'; shot: ShotChoice }

const NAME = 'damier-evening'

class Evening {
  /** Sends everybody a position; null where no evening is held. */
  send: ((shot: ShotChoice) => void) | null = $state.raw(null)

  /** Asks the other pages whether one of them holds an evening, until the answer is no longer wanted. */
  look(): () => void {
    // Here it is known, or nobody could be asked.
    if (this.send || typeof BroadcastChannel === 'undefined') return () => undefined
    const channel = new BroadcastChannel(NAME)
    const over = (shot: ShotChoice): void => channel.postMessage({ kind: 'send', shot } satisfies Said)
    const forget = (): void => {
      // This window may hold one itself by now.
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

/** The page that holds an evening answers the others, until it no longer does. */
export function answerPages(send: (shot: ShotChoice) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(NAME)
  const tell = (on: boolean): void => channel.postMessage({ kind: 'holds', on } satisfies Said)
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'asks') tell(true)
    if (data.kind === 'send') send(data.shot)
  })
  tell(true)
  return () => {
    tell(false)
    channel.close()
  }
}
