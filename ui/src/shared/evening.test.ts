import { afterEach, expect, it } from 'vitest'
import type { ShotChoice } from '../client/types'
import { answerPages, evening } from './evening.svelte'

const shot: ShotChoice = { kind: 'position', variant: 'international', fen: 'W:W28:B19' }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  evening.send = null
})

/** Waits until the other page has received the message. */
const heard = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

it('another page that holds an evening answers, and is sent what is on the board', async () => {
  const sent: ShotChoice[] = []
  const end = answerPages((one) => sent.push(one))
  ends.push(evening.look())
  await heard()
  expect(evening.send).not.toBeNull()
  evening.send?.(shot)
  await heard()
  expect(sent).toEqual([shot])
  // The evening is over.
  end()
  await heard()
  expect(evening.send).toBeNull()
})

it('nobody answers where no evening is held, and this window needs no other', async () => {
  ends.push(evening.look())
  await heard()
  expect(evening.send).toBeNull()
  const own = (): void => undefined
  evening.send = own
  ends.push(evening.look())
  await heard()
  expect(evening.send).toBe(own)
})
