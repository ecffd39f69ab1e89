import { expect, it } from 'vitest'
import { EngineFailed, type Frame } from '../client/client'
import type { SearchInfo, SearchResult } from '../client/types'
import { language } from '../i18n/language.svelte'
import { FakeClient, position } from '../shared/fake'
import { Analysis } from './analysis.svelte'

const info: SearchInfo = { depth: 11, score: 40, expected: 0.6, nodes: 1, millis: 1, pv: ['32-28'], lines: [] }

it('asks the engine that was chosen, one question at a time, and says why it does not look any more', async () => {
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
  await new Promise((resolve) => setTimeout(resolve, 5))
  asked[0]?.hear(info)
  expect([analysis.info?.depth, client.searches.length]).toEqual([11, 0])
  // Another position: the engine is asked once it has answered the first.
  void analysis.look(position('black', []))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(asked).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(asked.map(({ name }) => name)).toEqual(['Scan', 'Scan'])
  asked[1]?.fail()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([analysis.running, analysis.trouble, analysis.failure]).toEqual([false, 'The engine does not answer. It was ended.', null])
  // Ours again.
  analysis.choose('')
  void analysis.look(position('white', []))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect([asked.length, client.searches.length, analysis.trouble]).toEqual([2, 1, ''])
})
