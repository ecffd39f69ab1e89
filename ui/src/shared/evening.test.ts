import { afterEach, expect, it, vi } from 'vitest'
import type { ShotChoice } from '../client/types'
import { answerPages, evening } from './evening.svelte'

const shot: ShotChoice = { kind: 'position', variant: 'international', fen: 'W:W28:B19' }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  evening.send = null
})

it('the page that holds an evening answers and gets the position', async () => {
  const sent: ShotChoice[] = []
  const end = answerPages((one) => sent.push(one))
  ends.push(evening.look())
  await vi.waitFor(() => expect(evening.send).not.toBeNull())
  evening.send?.(shot)
  await vi.waitFor(() => expect(sent).toEqual([shot]))
  // The evening is over.
  end()
  await vi.waitFor(() => expect(evening.send).toBeNull())
})

it('a question without an evening gets no answer, and a window that holds one asks nobody', async () => {
  const other = new BroadcastChannel('damier-evening')
  ends.push(() => other.close())
  const asked: unknown[] = []
  other.addEventListener('message', ({ data }) => asked.push(data))
  ends.push(evening.look())
  await vi.waitFor(() => expect(asked).toEqual([{ kind: 'asks' }]))
  expect(evening.send).toBeNull()
  const own = (): void => undefined
  evening.send = own
  ends.push(evening.look())
  expect(evening.send).toBe(own)
})
