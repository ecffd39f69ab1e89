import { beforeEach, expect, it, vi } from 'vitest'
import type { Calls, HomeView, ProfileView } from '../client/types'
import { app } from './app.svelte'
import { FakeClient } from '../shared/fake'

let client: FakeClient

beforeEach(() => {
  client = new FakeClient().on('levels', ({ variant }) =>
    (variant === 'russian' ? ['1', '2', '3'] : ['1', '2']).map((key, at) => ({
      key,
      number: at + 1,
      rating: null,
      proposedFor: key === '2' ? ('notYet' as const) : null,
    })),
  )
  app.client = client
})

it('loads the levels of each game once', async () => {
  await app.levelsOf('frisian')
  expect(app.levels('russian')).toEqual([])
  await app.levelsOf('russian')
  await app.levelsOf('frisian')
  // Loading another game keeps the levels of the first.
  expect(app.levels('frisian').map(({ key }) => key)).toEqual(['1', '2'])
  expect([app.level('russian', '3')?.number, app.level('frisian', '3')]).toEqual([3, undefined])
  expect(app.proposedLevel('russian')).toBe('2')
  expect(client.paramsOf('levels')).toEqual([{ variant: 'frisian' }, { variant: 'russian' }])
})

it('asks a new user before the core has loaded, and saves the answer afterwards', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  const told: string[] = []
  let here: () => void = () => undefined
  const core = new Promise<void>((resolve) => (here = resolve))
  class Slow extends FakeClient {
    isNew = (): Promise<boolean> => Promise.resolve(true)
    override async call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
      await core
      return super.call(name, params)
    }
  }
  const profile = { experience: null, name: '' } as unknown as ProfileView
  const slow = new Slow()
    .on('home', () => ({ profile, settings: {} }) as unknown as HomeView)
    .on('levels', () => [])
    .on('setProfile', ({ experience }) => {
      told.push(experience ?? 'none')
      return { ...profile, experience: experience ?? null }
    })
  const begun = app.begin(slow)
  await Promise.resolve()
  expect(app.isFirstRun).toBe(true)
  const answered = app.answer('inAClub', () => told.push('left'))
  expect(told).toEqual([])
  here()
  await Promise.all([begun, answered])
  expect(app.failure).toBeNull()
  expect(told).toEqual(['inAClub', 'left'])
  expect(app.isFirstRun).toBe(false)
})
