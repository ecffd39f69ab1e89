import { beforeEach, describe, expect, it } from 'vitest'
import { board } from '../../shared/fake'
import { partsOf } from '../filters'
import { drawnAs } from './contents'
import { SearchSession, squareOf } from './search.svelte'

let search: SearchSession

beforeEach(() => {
  search = new SearchSession()
})

describe('a search', () => {
  it('is empty at first', () => {
    expect(search.filter(board)).toBeNull()
    search.turn = 'black'
    search.mirrored = false
    expect(search.filter(board)).toBeNull()
    search.comment = '  '
    expect(search.filter(board)).toBeNull()
  })

  it('has the squares of three boards', () => {
    search.put(28)
    search.board = 'patternOr'
    search.brush = 'blackMan'
    search.put(19)
    search.put(23)
    search.carry(23, 24)
    search.board = 'patternExclude'
    search.brush = 'empty'
    search.put(37)
    search.put(37)
    search.put(38)
    search.turn = 'white'
    search.mirrored = false
    expect(search.filter(board)).toEqual({
      variant: 'international',
      pattern: [{ square: 28, content: 'whiteMan' }],
      patternOr: [
        { square: 19, content: 'blackMan' },
        { square: 24, content: 'blackMan' },
      ],
      patternExclude: [{ square: 38, content: 'empty' }],
      turn: 'white',
      mirrored: false,
    })
    search.carry(38, undefined)
    expect(search.filter(board)?.patternExclude).toBeUndefined()
  })

  it('has a manoeuvre, by the names of squares', () => {
    search.manoeuvreKind = 'takes'
    search.by = 'white'
    search.least = 3
    search.from = '46'
    expect(search.filter(board)?.manoeuvre).toEqual({ kind: 'takes', side: 'white', least: 3, from: 46, to: null })
    search.to = '51'
    expect(search.unknownSquare(board)).toBe('51')
    search.manoeuvreKind = 'route'
    search.route = '37-32, 28'
    expect(search.unknownSquare(board)).toBeUndefined()
    expect(search.filter(board)?.manoeuvre).toEqual({ kind: 'route', side: 'white', squares: [37, 32, 28] })
    search.route = '37'
    expect(search.filter(board)).toBeNull()
    search.manoeuvreKind = 'gives'
    expect(search.filter(board)?.manoeuvre).toEqual({ kind: 'gives', side: 'white', least: 3 })
    expect(squareOf(board, ' 7 ')).toBe(7)
  })

  it('has piece counts and a text in comments', () => {
    search.material.white.man.to = 4
    search.material.black.king.from = 1
    search.comment = ' lost '
    expect(search.filter(board)).toEqual({
      variant: 'international',
      fewest: { whiteMen: 0, whiteKings: 0, blackMen: 0, blackKings: 1 },
      most: { whiteMen: 4, whiteKings: 60, blackMen: 60, blackKings: 60 },
      comment: 'lost',
    })
  })

  it('starts from a position, and again on another board', () => {
    search.begin('international', [{ square: 5, side: 'black', role: 'king' }])
    expect(search.shown).toEqual([{ square: 5, content: 'blackKing' }])
    search.ofVariant('russian')
    expect(search.shown).toEqual([])
  })
})

it('a content of either kind is drawn with a ring, of either side with a letter', () => {
  const { pieces, shapes } = drawnAs(
    [
      { square: 1, content: 'white' },
      { square: 2, content: 'king' },
      { square: 3, content: 'empty' },
    ],
    { man: 'M', king: 'K' },
  )
  expect(pieces).toEqual([{ square: 1, side: 'white', role: 'man' }])
  expect(shapes).toContainEqual({ kind: 'ring', squares: [1, 2] })
  expect(shapes).toContainEqual({ kind: 'cross', squares: [3] })
  expect(shapes).toContainEqual({ kind: 'route', path: [2], label: 'K' })
})

it('a filter is described in parts, and "mirrored" goes with the last part it applies to', () => {
  const filter = { pattern: [{ square: 1, content: 'man' as const }], manoeuvre: { kind: 'gives' as const }, mirrored: false, comment: 'x' }
  const keys = partsOf(filter, []).map((part) => part.keys)
  expect(keys).toEqual([['pattern', 'patternOr', 'patternExclude', 'turn', 'fewest', 'most'], ['manoeuvre'], ['comment']])
  expect(partsOf({ manoeuvre: filter.manoeuvre, mirrored: false }, [])[0]?.keys).toEqual(['manoeuvre', 'mirrored'])
})
