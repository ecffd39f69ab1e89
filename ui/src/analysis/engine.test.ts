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
