import { beforeEach, expect, it } from 'vitest'
import type { HandicapProposal, TermsView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, game } from '../../shared/fake'
import { FRIENDLY } from '../new-game/new-game'
import { bySide, givenText, nextOf, reasonText } from './pair'

beforeEach(() => void (language.now = 'en'))

const proposal = (men: number, reason: HandicapProposal['reason']): HandicapProposal => ({
  men,
  reason,
  like: null,
  measured: null,
  series: [],
})
const pair = { first: 'Ann', second: 'Ben' }

it('says who gives how many men', () => {
  expect(givenText(0, pair)).toBe('Even: nobody gives a man.')
  expect(givenText(1, pair)).toBe('Ben gives 1 man.')
  expect(givenText(-3, pair)).toBe('Ann gives 3 men.')
  expect(givenText(-2, { first: null, second: 'Club player' })).toBe('You give 2 men.')
})

it('says why', () => {
  expect(reasonText(proposal(2, 'lost'), pair, '')).toBe('Ben won the last game.')
  expect(reasonText(proposal(2, 'won'), pair, '')).toBe('Ann won the last game.')
  expect(reasonText(proposal(2, 'measured'), pair, '')).toBe('By your ratings in puzzles.')
  expect(reasonText(proposal(2, 'measured'), { first: null, second: 'x' }, '12 · Attentive')).toBe('You play like 12 · Attentive.')
})

it('takes the men from the side that gives them', () => {
  expect(bySide(2, 'white')).toEqual({ white: 0, black: 2 })
  expect(bySide(2, 'black')).toEqual({ white: 2, black: 0 })
  expect(bySide(-1, 'white')).toEqual({ white: 1, black: 0 })
})

it('proposes the next game with colours swapped', async () => {
  const client = new FakeClient()
  client.on('proposeHandicap', () => proposal(3, 'lost'))
  const terms: TermsView = { ...game().terms, names: { white: 'Ann', black: 'Ben' }, winBy: { side: 'black', pieces: 1 } }
  const next = await nextOf(client, game({ terms }))
  expect(next?.line).toBe('Ben gives 3 men.')
  expect(next?.options.handicap).toEqual({ own: 3, opposite: 0 })
  expect(next?.options.agreed).toEqual({
    ...FRIENDLY,
    names: { own: 'Ben', opposite: 'Ann' },
    winBy: { seat: 'own', pieces: 1 },
  })
  expect(await nextOf(client, game())).toBeNull()
})
