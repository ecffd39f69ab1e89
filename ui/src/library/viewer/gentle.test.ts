import { describe, expect, it } from 'vitest'
import type { GameResultView, NodeView, QualityView, SideView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { position, reviewed } from '../../shared/fake'
import { gentleOf } from './gentle'

language.now = 'en'

/** White takes two men with its second move. */
function played(own: SideView | null, result: GameResultView) {
  const captures = [[], [], [23, 24], [28]]
  const nodes = captures.map((captured, at) => ({ captured, setup: null, next: at < 3 ? [at + 1] : [] }) as unknown as NodeView)
  return { own, result, nodes, first: [0], start: position('white') }
}

/** The review of a game in which each move costs what is given, in expected score. */
function costs(...moves: [QualityView, number][]) {
  const view = reviewed(...moves.map(([quality]) => quality))
  const judged = view.moves.map((move, at) => move && { ...move, before: 1, after: 1 - (moves[at]?.[1] ?? 0) })
  return { ...view, moves: judged }
}

describe('a game in the library', () => {
  it('is told gently if it was lost against one of the levels 1 to 8', () => {
    const lost = played('white', 'blackWins')
    expect(gentleOf(lost, 1, null)?.word).toBe('Well fought: you took 2 pieces.')
    expect(gentleOf(lost, 8, null)).not.toBeNull()
    expect(gentleOf(lost, 9, null)).toBeNull()
    expect(gentleOf(played('black', 'whiteWins'), 8, null)?.word).toBe('Well fought: you took 1 piece.')
  })

  it('has the whole report if it was won or drawn, or is not the person’s, or has an engine of others as opponent', () => {
    expect(gentleOf(played('white', 'whiteWins'), 1, null)).toBeNull()
    expect(gentleOf(played('white', 'draw'), 1, null)).toBeNull()
    expect(gentleOf(played('white', 'open'), 1, null)).toBeNull()
    expect(gentleOf(played(null, 'blackWins'), 1, null)).toBeNull()
    expect(gentleOf(played('white', 'blackWins'), undefined, null)).toBeNull()
  })

  it('shows the person’s two costliest mistakes, in the order of the game', () => {
    const view = costs(
      ['mistake', 0.3],
      ['blunder', 0.9],
      ['mistake', 0.2],
      ['best', 0],
      ['blunder', 0.6],
      ['best', 0],
      ['inaccuracy', 0.8],
    )
    expect(gentleOf(played('white', 'blackWins'), 3, view)?.mistakes).toEqual([0, 4])
    expect(gentleOf(played('black', 'whiteWins'), 3, view)?.mistakes).toEqual([1])
    expect(gentleOf(played('white', 'blackWins'), 3, null)?.mistakes).toEqual([])
  })
})
