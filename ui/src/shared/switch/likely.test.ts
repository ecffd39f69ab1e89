import { expect, it, vi } from 'vitest'
import { FakeClient } from '../fake'
import { Likely } from './likely.svelte'

const from = { variant: 'international', fen: 'W:W32:B18', moves: [] }
const line = (move: string) => ({ score: 0, depth: 1, pv: [move] })

it('takes the order of a short search', async () => {
  const client = new FakeClient()
  const likely = new Likely(client, () => new Promise(() => undefined))
  const looked = likely.look(from)
  expect(likely.moves).toBeNull()
  expect(client.searches[0]?.params.limits).toEqual({ kind: 'nodes', nodes: 3000 })
  client.searches[0]?.finish(null, { lines: [line('32-28'), line('32-27')] })
  await looked
  expect(likely.moves).toEqual(['32-28', '32-27'])
})

it('does not use an order that comes late: the choices are there already', async () => {
  const client = new FakeClient()
  const likely = new Likely(client, () => Promise.resolve())
  await likely.look(from)
  expect([likely.moves, client.searches[0]?.stopped]).toEqual([[], true])
  client.searches[0]?.finish(null, { lines: [line('32-28')] })
  await vi.waitFor(() => expect(likely.moves).toEqual([]))
})

it('forgets the order of a position that has been left, and survives a search that fails', async () => {
  const client = new FakeClient()
  const likely = new Likely(client, () => new Promise(() => undefined))
  const first = likely.look(from)
  const second = likely.look({ ...from, fen: 'B:W32:B18' })
  client.searches[0]?.finish(null, { lines: [line('32-28')] })
  await first
  expect(likely.moves).toBeNull()
  client.searches[1]?.fail('internal')
  await second
  expect(likely.moves).toEqual([])
  await likely.look(null)
  expect(client.searches).toHaveLength(2)
})
