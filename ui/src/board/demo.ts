// A page with only a board, to look at its states. Development only.
import type { MoveView, PositionView } from '../client/types'
import { type Board, type BoardState, createBoard, type Theme } from './board'
import { fullBoard, KING_WAYS, LOOP, MAJORITY, moveOf, position, START, TEN, TURKISH, TWO_WAYS } from './fixtures'
import { halfBoard } from './half-board'
import { ENGLISH } from './fixtures.phrases'

const query = new URLSearchParams(location.search)
const theme = (query.get('theme') ?? 'buis') as Theme
document.documentElement.classList.toggle('dark', theme === 'ardoise')
const pace = Number(query.get('pace') ?? 1)

const [EIGHT, TWELVE, FULL] = [halfBoard(8, 8), halfBoard(12, 12), fullBoard(8)]
const KINGS = position('W:WK46,K32,28,33,K10:BK5,K23,19,14,K41', ['28-22', '33-29', '32-27'])
const TRAIL: MoveView = moveOf(TURKISH.pieces, 'black', '21x49x35x24x33')
const AFTER = position('W:W39,46:B12,22,26,K33', [])

type Scene = [position: PositionView, others?: Partial<BoardState>, then?: (board: Board) => void]
const scenes: Record<string, Scene> = {
  start: [START],
  selected: [START, {}, (board) => board.tap(32)],
  handicap: [
    position(
      START.fen.replace(/^W:/, 'W:').replace(',1,', ','),
      START.legal.map((move) => move.notation),
    ),
    { removed: [21, 25, 30] },
  ],
  must: [MAJORITY],
  refusal: [
    MAJORITY,
    {},
    (board) =>
      board.showRefusal({
        rule: 'mustTakeMore',
        origin: 31,
        target: 22,
        has: 1,
        must: 2,
        squares: [],
        tried: moveOf(MAJORITY.pieces, 'white', '31x22'),
        allowed: MAJORITY.legal,
        lesser: [],
      }),
  ],
  capture: [TURKISH, {}, (board) => board.tap(21)],
  mid: [TURKISH, {}, (board) => [21, 49, 35].forEach((square) => board.tap(square))],
  loop: [LOOP, {}, (board) => board.tap(38)],
  routes: [TWO_WAYS, {}, (board) => [31, 13].forEach((square) => board.tap(square))],
  'king-routes': [KING_WAYS, {}, (board) => [3, 5].forEach((square) => board.tap(square))],
  eight: [
    position('W:W21,22,23,24,25,26,27,28,29,30,31,K32:B1,2,3,4,5,6,7,8,9,10,11,K12', ['22-18', '22-17'], EIGHT),
    { board: EIGHT },
    (board) => board.tap(22),
  ],
  twelve: [position('W:W43,K50,72:B1,K7,37,30', ['43x32x23'], TWELVE), { board: TWELVE }, (board) => board.tap(43)],
  turkishDraughts: [position('W:W49,50,K51:B9,10,K11,43', ['51x35', '49-41'], FULL), { board: FULL }, (board) => board.tap(51)],
  light: [KINGS, { playOnLight: true }],
  trail: [AFTER, { lastMove: TRAIL }],
  kings: [KINGS],
  turkish: [TURKISH, {}, (board) => void board.play(TURKISH.legal, AFTER, { pace })],
  shapes: [
    KINGS,
    {
      shapes: [
        { kind: 'ring', squares: [28], tone: 'look' },
        { kind: 'ring', squares: [33], tone: 'right' },
        { kind: 'ring', squares: [32], tone: 'wrong' },
        { kind: 'cross', squares: [14] },
        { kind: 'route', path: [46, 37], label: null },
        { kind: 'bracket', squares: [1, 3, 11, 13] },
      ],
    },
  ],
}

const place = document.querySelector<HTMLElement>('#board')
const fen = query.get('fen')
const [shown, others = {}, then] = fen ? [position(fen, [])] : (scenes[query.get('show') ?? 'start'] ?? [START])
if (place) {
  const board = createBoard(place, {
    board: TEN,
    position: shown,
    theme,
    label: 'Board',
    phrases: ENGLISH,
    numbers: (query.get('numbers') ?? 'edges') as BoardState['numbers'],
    orientation: query.get('side') === 'black' ? 'black' : 'white',
    pieceSet: (query.get('set') ?? 'turned') as BoardState['pieceSet'],
    onMove: (path) => document.body.append(` ${path.join('x')}`),
    onRefused: (from, to) => document.body.append(` refused ${from}-${to}`),
    onAsk: (ways) => document.body.append(` asked ${ways.length}`),
    ...others,
  })
  then?.(board)
  Object.assign(window, { board })
}
