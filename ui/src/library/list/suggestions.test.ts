import { expect, it } from 'vitest'
import { FakeClient } from '../../shared/fake'
import { suggestionsFor, yearsIn } from './suggestions'

const openings = [{ key: 'classical', name: 'Classical game', moves: '' }]
const client = (): FakeClient =>
  new FakeClient().on('libraryNames', ({ kind }) => (kind === 'player' ? [{ name: 'Anna Claes' }] : [{ name: 'Club Classic' }]))

it('reads years and ranges of years', () => {
  expect(yearsIn('1984')).toEqual({ yearFrom: 1984, yearTo: 1984 })
  expect(yearsIn('1999 – 1990')).toEqual({ yearFrom: 1990, yearTo: 1999 })
  expect([yearsIn('198'), yearsIn('0025'), yearsIn('32-28')]).toEqual([null, null, null])
})

it('finds players, events and openings that are there, and a position', async () => {
  const of = async (text: string, player?: string) =>
    (await suggestionsFor(client(), text, player ? { player } : {}, openings)).map(({ filter }) => filter)
  expect(await of('cla')).toEqual([{ player: 'Anna Claes' }, { event: 'Club Classic' }, { opening: 'classical' }])
  // A second name is the opponent's.
  expect((await of('cla', 'Ben'))[0]).toEqual({ opponent: 'Anna Claes' })
  expect(await of('W:W31:B20')).toEqual([{ position: 'W:W31:B20' }])
  expect(await of('1984')).toEqual([{ yearFrom: 1984, yearTo: 1984 }])
  expect(await of('c')).toEqual([])
})
