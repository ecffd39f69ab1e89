import { beforeEach, expect, it } from 'vitest'
import type { Source } from '../../client/files'
import { FakeClient, failed, position } from '../../shared/fake'
import { app } from '../app.svelte'
import { inFile, isGames, isPicture, linkIn, pasted } from './pasted'

beforeEach(() => {
  app.client = new FakeClient()
    .on('readPosition', ({ text }) => {
      if (!/white|^W:/i.test(text)) throw failed('badPosition')
      const start = position('white')
      return {
        variant: 'international',
        turn: 'white',
        pieces: [],
        kingMoves: [],
        check: { position: { ...start, fen: 'W:W28:B19' }, over: null, faults: [], squares: [], pdn: null },
      }
    })
    .on('openLink', () => {
      throw failed('linkDamaged')
    })
})

it.each([
  '[Event "Cup"]\n1. 32-28 *',
  '1. 32-28 19-23',
  'We played 1.32-28 19-23 2.28x19',
  '32-28 19-23 28x19 14x23',
  '  33-28 (18-23)',
  'c3-d4 d6-c5',
])('%j are games', (text) => {
  expect(isGames(text)).toBe(true)
})

it.each([
  ['IMG_2041.JPG', true],
  ['image.png', true],
  ['scan.heic', true],
  ['games.pdn', false],
  ['png', false],
])('%j is a picture: %j', (name, is) => {
  expect(isPicture({ name, size: 1, read: () => Promise.resolve(new Uint8Array()) })).toBe(is)
})

it.each(['W:W31-50:B1-20', 'White: 31-35, 40-42. Black: 1-5', 'White 31-35 40-42 Black 1-5', 'on 12-05 10-11 we meet', ''])(
  '%j are none',
  (text) => {
    expect(isGames(text)).toBe(false)
  },
)

it('reads a position as newspapers print it, with or without signs', async () => {
  for (const text of ['W:W28:B19', 'White: 28 / Black: 19', 'WHITE 28 BLACK 19'])
    expect(await pasted(text)).toEqual({ kind: 'position', variant: 'international', fen: 'W:W28:B19' })
  expect(await pasted('nothing of draughts, at 12')).toBeNull()
  expect(await pasted('white lies')).toBeNull()
})

it('finds a link in a message', async () => {
  expect(linkIn('look: https://damier.test/#/link/ab-c_1 please')).toBe('ab-c_1')
  expect(await pasted('damier://link/xyz')).toEqual({ kind: 'link', code: 'xyz' })
})

it('reads a position or a link from a small file and leaves games and long files to the library', async () => {
  const file = (text: string): Source => {
    const bytes = new TextEncoder().encode(text)
    return { name: 'a.txt', size: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) }
  }
  expect(await inFile(file('W:W28:B19'))).toMatchObject({ kind: 'position' })
  expect(await inFile(file('1. 32-28 19-23'))).toBeNull()
  expect(await inFile(file(`W:W28:B19${' '.repeat(3000)}`))).toBeNull()
  expect(await inFile({ name: 'gone', size: 5, read: () => Promise.reject(new Error('gone')) })).toBeNull()
})
