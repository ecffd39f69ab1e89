import { describe, expect, it } from 'vitest'
import type { CauseKind, DecidedView, ReviewView } from '../client/types'
import { reviewed } from '../shared/fake'
import { decidedText, missedInTurnText, reasonText, swingTexts } from './review-words'

const view = (decided: DecidedView | null, kind: CauseKind = 'position', swings: ReviewView['swings'] = []): ReviewView => {
  const whole = reviewed('best', 'blunder')
  const moves = whole.moves.map((judged) => judged && { ...judged, cause: { kind, men: 2, proved: true, shot: null } })
  return { ...whole, moves, decided, swings }
}
const game = (whole: ReviewView) => ({ view: whole, moves: ['1. 32-28', '1… 19-23'], first: 'white' as const, winner: 'white' as const })
const byMove: DecidedView = { by: 'move', ply: 1, expected: null }

it('tells a number of men only if it is proved', () => {
  const cause = { kind: 'lostMen', men: 2, proved: true, shot: null } as const
  expect(reasonText(cause)).toBe('Loses 2 men.')
  expect(reasonText({ ...cause, proved: false })).toBe('')
  const unproved = view(byMove, 'lostMen')
  const moves = unproved.moves.map((judged) => (judged?.cause ? { ...judged, cause: { ...judged.cause, proved: false } } : judged))
  expect(decidedText(game({ ...unproved, moves }))).toBe('1… 19-23 decided it: Black fell from 50% to 20%.')
})

describe('the sentence about the decisive moment', () => {
  it('names the move, its side and the kind of mistake', () => {
    expect(decidedText(game(view(byMove, 'allowedShot')))).toBe('1… 19-23 decided it: Black allowed a shot (−2).')
    expect(decidedText(game(view(byMove, 'missedShot')))).toBe('1… 19-23 decided it: Black missed a shot (+2).')
    expect(decidedText(game(view(byMove)))).toBe('1… 19-23 decided it: Black fell from 50% to 20%.')
  })

  it('names the largest chance of a drawn game, which no move decided', () => {
    const drawn = { ...game(view(byMove, 'allowedShot')), winner: null }
    expect(decidedText(drawn)).toBe('The largest chance was lost by 1… 19-23: Black fell from 50% to 20%.')
  })

  it('says that no single move decided the game', () => {
    expect(decidedText(game(view({ by: 'littleByLittle', ply: null, expected: null })))).toContain('White won little by little')
    expect(decidedText(game(view({ by: 'offTheBoard', ply: null, expected: 0.5 })))).toContain('Black could still expect 50%')
    expect(decidedText(game(view(null)))).toBe('')
  })

  it('names the chances that both sides missed in turn', () => {
    const whole = reviewed('blunder', 'mistake', 'inaccuracy')
    const moves = whole.moves.map((judged) => judged && { ...judged, before: 0.8 })
    const played = { ...game({ ...whole, moves }), moves: ['1. 32-28', '1… 19-23', '2. 28x19'] }
    expect(missedInTurnText(played)).toBe('Both missed a chance: White with 1. 32-28, Black with 1… 19-23.')
    expect(missedInTurnText({ ...played, view: whole })).toBe('')
  })

  it('reports a comeback with its lowest point', () => {
    const swings = [{ side: 'white', comeback: true, ply: 2, expected: 0.1 }] as const
    expect(swingTexts(game(view(null, 'position', [...swings])))).toEqual(['White came back: only 10% to expect after 1… 19-23.'])
  })
})
