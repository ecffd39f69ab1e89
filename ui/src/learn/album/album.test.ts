import { expect, it } from 'vitest'
import { FakeClient, failed } from '../../shared/fake'
import { ShotAlbum } from './album.svelte'

it('searches all games, and later only those finished since', async () => {
  const album = new ShotAlbum()
  const client = new FakeClient().on('album', () => [])
  client.on('playedShots', ({ after }) =>
    after === 0
      ? { shots: [{ key: 'mazette', game: 3, ply: 20 }], last: 8, next: 8 }
      : { shots: [{ key: 'mazette', game: 9, ply: 4 }], last: 9, next: null },
  )
  await album.look(client, 'en')
  expect(album.played('mazette').map(({ game }) => game)).toEqual([9, 3])
  expect(album.played('royal')).toEqual([])
  client.on('playedShots', ({ after }) => ({ shots: [], last: after, next: null }))
  await album.look(client, 'en')
  expect(client.paramsOf('playedShots').map(({ after }) => after)).toEqual([0, 8, 9])
  expect([album.looking, album.played('mazette').length]).toEqual([false, 2])
})

it('reports a failure', async () => {
  const album = new ShotAlbum()
  const client = new FakeClient().on('album', () => {
    throw failed('missing')
  })
  await album.look(client, 'en')
  expect(album.failure?.kind).toBe('missing')
})
