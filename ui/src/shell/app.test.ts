import { beforeEach, expect, it } from 'vitest'
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

it('each game has its own levels, asked for once', async () => {
  await app.levelsOf('frisian')
  expect(app.levels('russian')).toEqual([])
  await app.levelsOf('russian')
  await app.levelsOf('frisian')
  // Looking at another game leaves those of the game on the board.
  expect(app.levels('frisian').map(({ key }) => key)).toEqual(['1', '2'])
  expect([app.level('russian', '3')?.number, app.level('frisian', '3')]).toEqual([3, undefined])
  expect(app.proposedLevel('russian')).toBe('2')
  expect(client.paramsOf('levels')).toEqual([{ variant: 'frisian' }, { variant: 'russian' }])
})
