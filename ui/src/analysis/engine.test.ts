import { afterEach, expect, it, vi } from 'vitest'
import { EngineFailed, type Frame } from '../client/client'
import type { SearchInfo, SearchResult } from '../client/types'
import { language } from '../i18n/language.svelte'
import { FakeClient, position } from '../shared/fake'
import { Analysis } from './analysis.svelte'

const info: SearchInfo = { depth: 11, score: 40, expected: 0.6, nodes: 1, millis: 1, pv: ['32-28'], lines: [] }

afterEach(() => void vi.useRealTimers())

it('asks the chosen engine one question at a time and says why it stopped', async () => {
  vi.useFakeTimers()
  language.now = 'en'
  const asked: { name: string; hear: (info: SearchInfo) => void; done: (found: SearchResult) => void; fail: () => void }[] = []
  const engines = {
    search: (name: string, _params: unknown, hear: (news: SearchInfo) => void, signal?: AbortSignal) =>
      new Promise<SearchResult>((done, reject) => {
        const result = { best: null, info, pause: 0, offersDraw: false }
        signal?.addEventListener('abort', () => setTimeout(() => done(result), 20))
        asked.push({ name, hear, done, fail: () => reject(new EngineFailed({ kind: 'silent' })) })
      }),
  }
  const client = Object.assign(new FakeClient(), { frame: { engines } as unknown as Frame })
  const analysis = new Analysis(client)
  analysis.choose('Scan')
  void analysis.look(position('white', []))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.hear(info)
  expect([analysis.info?.depth, client.searches.length]).toEqual([11, 0])
  // The engine is asked about another position once it has answered for the first.
  void analysis.look(position('black', []))
  await vi.advanceTimersByTimeAsync(19)
  expect(asked).toHaveLength(1)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ name }) => name)).toEqual(['Scan', 'Scan'])
  asked[1]?.fail()
  await vi.waitFor(() => expect(analysis.trouble).toBe('The engine does not answer. It was ended.'))
  expect([analysis.running, analysis.failure]).toEqual([false, null])
  // Back to the app's own engine.
  analysis.choose('')
  void analysis.look(position('white', []))
  await vi.waitFor(() => expect(client.searches).toHaveLength(1))
  expect([asked.length, analysis.trouble]).toEqual([2, ''])
})

it('keeps lines in view while the reader goes elsewhere, with the engine that found them', async () => {
  language.now = 'en'
  const client = new FakeClient()
  client.on('line', (params) => params as never)
  const analysis = new Analysis(client)
  const start = position('white', [])
  void analysis.look(start)
  await vi.waitFor(() => expect(client.searches).toHaveLength(1))
  client.searches[0]?.finish(null, {
    score: 40,
    lines: [
      { score: 40, depth: 1, pv: ['32-28'] },
      { score: 10, depth: 1, pv: ['31-26', '19-23'] },
    ],
  })
  await vi.waitFor(() => expect(analysis.lines).toHaveLength(2))
  analysis.lock(1, 'the start')
  analysis.lock(5, 'nowhere')
  const second = new Analysis(client, null)
  void second.look(start)
  await vi.waitFor(() => expect(client.searches).toHaveLength(2))
  client.searches[1]?.finish(null, { score: -20, pv: ['32-28'] })
  await vi.waitFor(() => expect(second.lines).toHaveLength(1))
  analysis.keep(second, 0, 'the start')
  void analysis.look(position('black', []))
  expect(analysis.locked.map(({ place, score, moves }) => [place, score, moves.join(' ')])).toEqual([
    ['the start', '+0.10', '31-26 19-23'],
    ['the start · Damier', '−0.20', '32-28'],
  ])
  expect(await analysis.lineFrom(start, ['32-28'])).toMatchObject({ fen: start.fen, moves: ['32-28'] })
  const [first] = analysis.locked
  if (first) analysis.release(first)
  expect(analysis.locked).toHaveLength(1)
})
