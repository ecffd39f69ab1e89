import { beforeEach, describe, expect, it } from 'vitest'
import type { MoveView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import type { Choice } from '../../shell/switch/choices'
import { board } from '../fake'
import { type Hands, likeliestFirst, moveChoices, plainOrder, squareChoices } from './board-choices'

function move(origin: number, target: number, captured: number[] = [], route = [origin, target]): MoveView {
  const notation = `${origin}${captured.length > 0 ? 'x' : '-'}${target}`
  const names = route.map(String)
  return { origin, target, captured, routes: [route], notation, promotes: false, crownedOn: [], names, takenNames: captured.map(String) }
}

const made: string[] = []
const hands: Hands = {
  place: () => null,
  show: () => () => undefined,
  make: ({ notation }) => made.push(notation),
  tap: (square) => made.push(String(square)),
}
const names = (choices: readonly Choice[]): string[] => choices.map(({ name }) => name)
const notations = (moves: readonly MoveView[]): string[] => moves.map(({ notation }) => notation)

beforeEach(async () => {
  made.length = 0
  await language.choose('en')
})

describe('the order of moves', () => {
  it('tells nothing without a search: captures, then the pieces near the last move, then as they come', () => {
    const legal = [move(46, 41), move(32, 28), move(31, 26), move(33, 22, [28])]
    expect(notations(plainOrder(board, legal, null))).toEqual(['33x22', '46-41', '32-28', '31-26'])
    expect(notations(plainOrder(board, legal, move(18, 23)))).toEqual(['33x22', '32-28', '31-26', '46-41'])
  })

  it('has the likely ones first, and the others after them in their order', () => {
    const legal = [move(31, 26), move(32, 28), move(33, 29), move(34, 30)]
    expect(notations(likeliestFirst(legal, ['33-29', '32-28', '1-2']))).toEqual(['33-29', '32-28', '31-26', '34-30'])
  })
})

describe('the moves of a board', () => {
  it('are single choices up to seven', () => {
    const few = moveChoices(
      board,
      'fen',
      Array.from({ length: 7 }, (_, index) => move(31 + index, 26 + index)),
      hands,
    )
    expect(few.every(({ act }) => act)).toBe(true)
    few[0]?.act?.()
    expect(made).toEqual(['31-26'])
  })

  it('are six and a group of the others, by their pieces if these are many', () => {
    const nine = moveChoices(
      board,
      'fen',
      Array.from({ length: 9 }, (_, index) => move(31 + index, 26 + index)),
      hands,
    )
    expect(names(nine).slice(5)).toEqual(['36 to 31', 'Other moves'])
    expect(names(nine[6]?.inside?.() ?? [])).toEqual(['37 to 32', '38 to 33', '39 to 34'])
    const king = Array.from({ length: 8 }, (_, index) => move(46, 5 * index + 1))
    const many = moveChoices(board, 'fen', [...Array.from({ length: 7 }, (_, index) => move(31 + index, 26 + index)), ...king], hands)
    expect(names(many.at(-1)?.inside?.() ?? [])).toEqual(['37 to 32', 'Moves of 46'])
  })

  it('name their routes where the captures sound alike', () => {
    const choices = moveChoices(board, 'fen', [move(32, 23, [28], [32, 14, 23]), move(32, 23, [28], [32, 10, 23])], hands)
    expect(names(choices)).toEqual(['32 takes 28, lands 23, by 32, 14, 23', '32 takes 28, lands 23, by 32, 10, 23'])
  })

  it('play themselves only if one capture is forced and the page allows it', () => {
    const itself = (moves: MoveView[], allowed: boolean): boolean | undefined => moveChoices(board, 'fen', moves, hands, allowed)[0]?.itself
    expect(itself([move(32, 23, [28])], true)).toBe(true)
    expect(itself([move(32, 23, [28])], false)).toBe(false)
    expect(itself([move(32, 28)], true)).toBe(false)
    expect(itself([move(32, 23, [28]), move(33, 22, [28])], true)).toBe(false)
  })
})

describe('the squares of a board', () => {
  it('are single choices if they are few, else row by row', () => {
    expect(names(squareChoices(board, 'fen', [28, 29], hands))).toEqual(['28', '29'])
    const rows = squareChoices(board, 'fen', [1, 6, 7, 8, 26, 27, 46], hands)
    expect(names(rows)).toEqual(['1', 'Row 2', 'Row 6', '46'])
    rows[1]?.inside?.()[2]?.act?.()
    expect(made).toEqual(['8'])
  })
})
