import { describe, expect, it } from 'vitest'
import { KING_WAYS, LOOP, MAJORITY, position, START, TEN, TURKISH, TWO_WAYS } from '../fixtures'
import { geometryOf } from '../geometry'
import * as hands from './hand'
import type { PositionView } from '../../client/types'

const geometry = geometryOf(TEN, 'white')
const table = (shown: PositionView, playForced = false): hands.HandContext => hands.contextOf(geometry, shown, playForced)

/** Taps squares in order; returns the hand and the last outcome. */
function taps(shown: PositionView, squares: readonly number[], from = hands.EMPTY_HAND): [hands.Hand, hands.Outcome] {
  let hand = from
  let outcome: hands.Outcome = { kind: 'held' }
  for (const square of squares) [hand, outcome] = hands.tap(table(shown), hand, square)
  return [hand, outcome]
}

const path = ([, outcome]: [hands.Hand, hands.Outcome]): readonly number[] | null => (outcome.kind === 'play' ? outcome.path : null)

describe('a quiet move', () => {
  it('is made by tapping piece and target', () => expect(path(taps(START, [32, 28]))).toEqual([32, 28]))
  it('is made by its target alone if only one piece reaches it', () => expect(path(taps(START, [26]))).toEqual([31, 26]))
  it('asks which piece if several reach the target, then takes the next tap as the answer', () => {
    const [hand, outcome] = taps(START, [28])
    expect(outcome.kind).toBe('held')
    expect(hand.aim).toBe(28)
    expect(path(taps(START, [33], hand))).toEqual([33, 28])
    expect(taps(START, [28], hand)[0].aim).toBeNull()
  })
  it('changes piece when another own piece is tapped', () => expect(path(taps(START, [32, 33, 29]))).toEqual([33, 29]))
  it('drops the piece at a second tap on it', () => expect(taps(START, [32, 32])[0].path).toEqual([]))
})

describe('a refused tap', () => {
  it('names both squares and keeps the piece in hand', () => {
    const [hand, outcome] = taps(START, [32, 22])
    expect(outcome).toEqual({ kind: 'refuse', from: 32, to: 22 })
    expect(hand.path).toEqual([32])
  })
  it('names only the piece if it may not move, own or not', () => {
    expect(taps(MAJORITY, [31])[1]).toEqual({ kind: 'refuse', from: 31 })
    expect(taps(MAJORITY, [27])[1]).toEqual({ kind: 'refuse', from: 27 })
  })
  it('does nothing for an empty square that no piece reaches', () => {
    expect(taps(START, [25])[1]).toEqual({ kind: 'held' })
  })
})

describe('a multiple capture', () => {
  it('is made by piece and end', () => expect(path(taps(MAJORITY, [38, 18]))).toEqual([38, 29, 18]))
  it('is made by piece and each landing', () => expect(path(taps(MAJORITY, [38, 29, 18]))).toEqual([38, 29, 18]))
  it('takes a tap on a later landing for all landings before it', () => {
    const [hand, outcome] = taps(TURKISH, [21, 35])
    expect(outcome.kind).toBe('held')
    expect(hand.path).toEqual([21, 49, 35])
    expect(hands.takenSoFar(table(TURKISH), hand.path)).toEqual([38, 44])
  })
  it('counts the captures at each landing, and marks possible ends', () => {
    expect([...hands.landings(table(TURKISH), [21])]).toEqual([
      [49, { count: 1, ends: false }],
      [35, { count: 2, ends: false }],
      [24, { count: 3, ends: false }],
      [33, { count: 4, ends: true }],
    ])
  })
  it('is rewound to its start by a tap on the piece, then dropped', () => {
    const [landed] = taps(TURKISH, [21, 49, 35])
    const [back] = taps(TURKISH, [35], landed)
    expect(back.path).toEqual([21])
    expect(taps(TURKISH, [21], back)[0].path).toEqual([])
  })
  it('is never committed before its last landing', () => {
    for (const squares of [[21], [21, 49], [21, 49, 35], [21, 49, 35, 24]]) {
      expect(taps(TURKISH, squares)[1].kind).toBe('held')
    }
  })
})

describe('equivalent routes are one move', () => {
  it('plays a closed loop by one of its landings and its end, in either direction', () => {
    expect(path(taps(LOOP, [38, 29, 38]))).toEqual([38, 29, 18, 27, 38])
    expect(path(taps(LOOP, [38, 27, 38]))).toEqual([38, 27, 18, 29, 38])
  })
  it('plays a loop that ends on its first landing by a tap there', () => {
    const loop = position('W:W26:B12,13,21,22,23', ['26x17x8x19x28x17=26x17x28x19x8x17'])
    expect(path(taps(loop, [26, 17]))).toEqual([26, 17, 8, 19, 28, 17])
  })
  it('puts the piece back at a second tap, also where a capture returns to its square', () => {
    for (const [shown, piece] of [
      [LOOP, 38],
      [TWO_WAYS, 31],
    ] as const) {
      expect(taps(shown, [piece, piece])).toEqual([hands.EMPTY_HAND, { kind: 'held' }])
      expect(taps(shown, [piece, piece, piece])[0].path).toEqual([piece])
    }
  })
  it('can still rewind a loop in progress', () => expect(taps(LOOP, [38, 29, 29])[0].path).toEqual([38]))
})

describe('equal ends, different captures', () => {
  it('asks, and takes the first distinguishing landing as the answer', () => {
    const [hand, outcome] = taps(TWO_WAYS, [31, 13])
    expect(outcome.kind).toBe('held')
    expect(hand.asked.map((way) => way.taken)).toEqual([
      [27, 28, 29, 19],
      [37, 38, 29, 19],
    ])
    expect(hands.forks(hand.asked)).toEqual([22, 42])
    expect(path(taps(TWO_WAYS, [42], hand))).toEqual([31, 42, 33, 24, 13])
  })
  it('does not ask if a landing has already decided', () => {
    expect(path(taps(TWO_WAYS, [31, 42, 13]))).toEqual([31, 42, 33, 24, 13])
    expect(path(taps(TWO_WAYS, [31, 22, 13]))).toEqual([31, 22, 33, 24, 13])
  })
  it('asks at a landing that both routes share, too', () => {
    const [hand] = taps(TWO_WAYS, [31, 33])
    expect(hand.asked).toHaveLength(2)
    const [after, outcome] = taps(TWO_WAYS, [22], hand)
    expect([after.path, outcome.kind]).toEqual([[31, 22, 33], 'held'])
    expect(path(taps(TWO_WAYS, [13], after))).toEqual([31, 22, 33, 24, 13])
  })
  it('asks when only the end was tapped', () => {
    const [hand] = taps(KING_WAYS, [5])
    expect([hand.path, hand.asked.length]).toEqual([[3], 2])
    expect(path(hands.tap(table(KING_WAYS), hand, 21))).toEqual([3, 21, 32, 5])
  })
  it('keeps asking at a square both routes share; a tap elsewhere or Escape cancels', () => {
    const [hand] = taps(TWO_WAYS, [31, 13])
    expect(taps(TWO_WAYS, [13], hand)[0].asked).toHaveLength(2)
    expect(taps(TWO_WAYS, [50], hand)).toEqual([{ path: [31], asked: [], aim: null }, { kind: 'held' }])
    expect(hands.rewind(hand)).toEqual({ path: [31], asked: [], aim: null })
  })
  it('does not take a landing as the answer if the other route reaches it later', () => {
    // 35 ends one capture and is the first landing of another; 44 lies on both.
    const both = position('B:W20,K38,6,15,39,36,13,K46,25,40,34,K5,23,32:B4,K8,21,14', ['8x19x28x44x35', '8x35x44x28x19'])
    const [hand] = taps(both, [8, 35])
    expect(hand.asked.map((way) => way.path)).toEqual([
      [8, 19, 28, 44, 35],
      [8, 35],
    ])
    const [still, outcome] = taps(both, [44], hand)
    expect([still.asked.length, outcome.kind]).toEqual([2, 'held'])
    const [, leg] = hand.asked
    expect(path(taps(both, [44, 28, 19], leg && hands.follow(leg)[0]))).toEqual([8, 35, 44, 28, 19])
  })
  it('asks if a capture stops or continues where a house rule allows both', () => {
    const few = { ...MAJORITY, legal: [...MAJORITY.legal, ...position(MAJORITY.fen, ['38x29']).legal] }
    const [hand, outcome] = taps(few, [38, 29])
    expect([hand.asked.map((way) => way.move !== null).toSorted(), outcome.kind]).toEqual([[false, true], 'held'])
    expect(path(taps(few, [18], hand))).toEqual([38, 29, 18])
    const stop = hand.asked.find((way) => way.move)
    expect(path(stop ? hands.follow(stop) : [hand, outcome])).toEqual([38, 29])
  })
  it('narrows three routes to two', () => {
    const three = position('W:WK1:B2', ['1-20', '1-21', '1-22'])
    const moves = three.legal.map((move, index) => {
      const routes = [[[1, 7, 16, 30]], [[1, 7, 17, 30]], [[1, 8, 18, 30]]][index] ?? []
      return { ...move, target: 30, captured: [index + 40], routes }
    })
    // The captured squares do not lie on these lines: only the landings matter here.
    const ways = moves.map((move) => ({ path: move.routes[0] ?? [], taken: move.captured, move }))
    const hand = { path: [1], asked: ways, aim: null }
    const [narrowed] = hands.tap(table({ ...three, legal: moves }), hand, 7)
    expect(narrowed.asked).toEqual(ways.slice(0, 2))
  })
})

describe('rest', () => {
  it('fixes the next landing under a dragged piece, but not an end', () => {
    const held = { path: [38], asked: [], aim: null }
    expect(hands.rest(table(MAJORITY), held, 29).path).toEqual([38, 29])
    expect(hands.rest(table(MAJORITY), { ...held, path: [38, 29] }, 18).path).toEqual([38, 29])
    expect(hands.rest(table(MAJORITY), held, 18).path).toEqual([38])
    expect(hands.rest(table(MAJORITY), held, 40).path).toEqual([38])
  })
})

describe('squares that respond to taps', () => {
  it('are pieces and their targets, or the next steps of the hand', () => {
    expect(hands.wanted(table(MAJORITY), hands.EMPTY_HAND)).toEqual(new Set([38, 18]))
    expect(hands.wanted(table(TURKISH), { path: [21, 49], asked: [], aim: null })).toEqual(new Set([21, 35, 24, 33, 49]))
  })
})

it('plays a forced move at one tap only if that is enabled', () => {
  expect(hands.tap(table(MAJORITY, true), hands.EMPTY_HAND, 38)[1]).toMatchObject({ kind: 'play', path: [38, 29, 18] })
  expect(hands.tap(table(MAJORITY), hands.EMPTY_HAND, 38)[1].kind).toBe('held')
})
