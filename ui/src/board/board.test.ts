import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Board, type BoardState, createBoard } from './board'
import { fullBoard, KING_WAYS, LOOP, MAJORITY, moveOf, position, START, TEN, TURKISH, TWO_WAYS } from './fixtures'
import { halfBoard } from './half-board'
import { ENGLISH } from './fixtures.phrases'
import { geometryOf } from './geometry'

let place: HTMLElement
let board: Board
const onMove = vi.fn<BoardState['onMove']>()
const onRefused = vi.fn<BoardState['onRefused']>()
const onTap = vi.fn<BoardState['onTap']>()
const onAsk = vi.fn<BoardState['onAsk']>()

function make(options: Partial<BoardState> = {}): Board {
  board = createBoard(place, {
    board: TEN,
    position: START,
    label: 'Board',
    phrases: ENGLISH,
    onMove,
    onRefused,
    onTap,
    onAsk,
    ...options,
  })
  return board
}
const cell = (square: number): HTMLElement => {
  const found = place.querySelector<HTMLElement>(`[data-square="${square}"]`)
  if (!found) throw new Error(`no cell ${square}`)
  return found
}
const label = (square: number): string | null => cell(square).getAttribute('aria-label')
const key = (square: number, name: string): void => {
  cell(square).focus()
  cell(square).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

beforeEach(() => {
  place = document.createElement('div')
  document.body.append(place)
  // Every element measures 500 px, so a square is 50 px wide.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 500, 500))
})
afterEach(() => {
  board.destroy()
  place.remove()
  vi.restoreAllMocks()
  for (const spy of [onMove, onRefused, onTap, onAsk]) spy.mockClear()
})

/** Dispatches a pointer event at (x, y), in squares. */
function pointer(type: string, x: number, y: number, kind = 'mouse'): void {
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX: x * 50, clientY: y * 50, button: 0 })
  Object.assign(event, { pointerId: 1, pointerType: kind })
  place.querySelector('.board-field')?.dispatchEvent(event)
}
const geometry = geometryOf(TEN, 'white')
const middle = (square: number): [number, number] => {
  const { x, y } = geometry.centre(square)
  return [x, y]
}
const press = (square: number): void => {
  pointer('down', ...middle(square))
  pointer('up', ...middle(square))
}

describe('for every board', () => {
  for (const shape of [halfBoard(8, 8), TEN, fullBoard(8), halfBoard(12, 12)]) {
    it(`${shape.squares.length} squares: a grid of labelled cells in rows`, () => {
      make({ board: shape, position: null })
      expect(place.querySelectorAll('[role=grid] > [role=row]')).toHaveLength(shape.rows)
      const cells = [...place.querySelectorAll('[role=row] > [role=gridcell]')]
      expect(cells).toHaveLength(shape.squares.length)
      expect(cells.filter((one) => one.getAttribute('tabindex') === '0')).toHaveLength(1)
      expect(label(1)).toBe(`${shape.labels[0]}, empty`)
    })
  }
})

describe('pointer', () => {
  it('picks up at the press and plays at the second tap', () => {
    make()
    pointer('down', ...middle(32))
    expect(cell(32).getAttribute('aria-selected')).toBe('true')
    pointer('up', ...middle(32))
    press(28)
    expect(onMove).toHaveBeenCalledExactlyOnceWith([32, 28], START.legal[3])
  })
  it('gives a light square to the nearest landing', () => {
    make()
    press(32)
    pointer('down', 4.5, 4.8)
    pointer('up', 4.5, 4.8)
    expect(onMove).toHaveBeenCalledWith([32, 28], expect.anything())
  })
  it('drags in one go', () => {
    make({ position: MAJORITY })
    pointer('down', ...middle(38))
    pointer('move', 5, 5)
    pointer('move', ...middle(18))
    expect(place.querySelectorAll('.carried')).toHaveLength(1)
    pointer('up', ...middle(18))
    expect(onMove).toHaveBeenCalledExactlyOnceWith([38, 29, 18], MAJORITY.legal[0])
    expect(place.querySelectorAll('.carried')).toHaveLength(0)
  })
  it('drags leg by leg', () => {
    make({ position: MAJORITY })
    pointer('down', ...middle(38))
    pointer('move', ...middle(29))
    pointer('up', ...middle(29))
    expect(onMove).not.toHaveBeenCalled()
    expect(label(33)).toBe('33, black man, taken, still on the board')
    pointer('down', ...middle(29))
    pointer('move', ...middle(18))
    pointer('up', ...middle(18))
    expect(onMove).toHaveBeenCalledExactlyOnceWith([38, 29, 18], expect.anything())
  })
  it('fixes a leg when a dragged piece rests on a landing', () => {
    vi.useFakeTimers()
    make({ position: TWO_WAYS })
    pointer('down', ...middle(31))
    pointer('move', ...middle(22))
    vi.advanceTimersByTime(200)
    pointer('move', 7, 4)
    pointer('move', 5.5, 2.5)
    pointer('up', 5.5, 2.5)
    vi.useRealTimers()
    expect(onMove).toHaveBeenCalledExactlyOnceWith([31, 22, 33, 24, 13], expect.anything())
  })
  it('shows a dragged piece above the finger', () => {
    make()
    pointer('down', ...middle(32), 'touch')
    pointer('move', ...middle(28), 'touch')
    expect(place.querySelector('.carried')?.classList).toContain('lifted')
    pointer('up', ...middle(28), 'touch')
    expect(onMove).toHaveBeenCalledWith([32, 28], expect.anything())
  })
  it('refuses an illegal move, dragged or tapped, and keeps the piece in hand', () => {
    make({ position: MAJORITY })
    pointer('down', ...middle(31))
    pointer('move', ...middle(22))
    pointer('up', ...middle(22))
    expect(onRefused).toHaveBeenLastCalledWith(31, 22)
    press(31)
    expect(onRefused).toHaveBeenLastCalledWith(31, undefined)
    expect(onMove).not.toHaveBeenCalled()
  })
  it('returns the piece when the system takes the pointer away', () => {
    make()
    pointer('down', ...middle(32))
    pointer('move', ...middle(28))
    pointer('cancel', ...middle(28))
    expect(place.querySelectorAll('.carried')).toHaveLength(0)
    expect(onMove).not.toHaveBeenCalled()
  })
  it('reports tapped squares in mode "tap"', () => {
    make({ mode: 'tap' })
    press(22)
    expect(onTap).toHaveBeenCalledExactlyOnceWith(22)
  })
  it('ignores taps when moves are not allowed here', () => {
    make({ plays: 'black' })
    press(32)
    press(28)
    expect(onMove).not.toHaveBeenCalled()
    board.set({ mode: 'view', plays: 'both' })
    press(32)
    expect(place.querySelectorAll('.held')).toHaveLength(0)
  })
})

describe('keyboard', () => {
  it('walks, picks up, lands and rewinds', () => {
    const onCursor = vi.fn<BoardState['onCursor']>()
    make({ onCursor })
    key(32, 'Enter')
    expect(label(32)).toBe('32, white man, in your hand')
    expect(label(28)).toBe('28, empty, you may land here')
    key(32, 'ArrowUp')
    expect(onCursor).toHaveBeenLastCalledWith(27)
    expect(document.activeElement).toBe(cell(27))
    key(27, 'Escape')
    expect(label(32)).toBe('32, white man, can move')
    key(32, ' ')
    key(27, 'Enter')
    expect(onMove).toHaveBeenCalledExactlyOnceWith([32, 27], expect.anything())
  })
  it('chooses a route by its letter', () => {
    make({ position: KING_WAYS })
    key(5, 'Enter')
    expect(onAsk).toHaveBeenLastCalledWith([
      expect.objectContaining({ taken: [8, 18, 10] }),
      expect.objectContaining({ taken: [8, 27, 10] }),
    ])
    expect([...place.querySelectorAll('.label')].map((text) => text.textContent)).toEqual(['A', 'B'])
    key(5, 'b')
    expect(onMove).toHaveBeenCalledExactlyOnceWith([3, 21, 32, 5], expect.anything())
    expect(onAsk).toHaveBeenLastCalledWith([])
  })
  it('accepts the pointerless click of a screen reader', () => {
    make()
    cell(32).click()
    cell(28).click()
    expect(onMove).toHaveBeenCalledWith([32, 28], expect.anything())
  })
})

describe('state set by the page', () => {
  it('is not redrawn when it is set again unchanged', () => {
    make({ position: TURKISH, lastMove: MAJORITY.legal[0] ?? null })
    board.tap(21)
    const seen = new MutationObserver(() => {})
    seen.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
    board.set({ position: { ...TURKISH }, numbers: 'edges', theme: 'buis' })
    board.set({})
    expect(seen.takeRecords().map((record) => [record.type, record.attributeName])).toEqual([])
  })
  it('switches to another board at any time and drops the old position', () => {
    make({ orientation: 'white' })
    cell(50).focus()
    board.set({ board: halfBoard(8, 8) })
    expect(place.querySelectorAll('.piece')).toHaveLength(0)
    expect(place.querySelectorAll('[role="gridcell"]')).toHaveLength(32)
    board.set({ position: position('W:W32:B', []) })
    expect(place.querySelectorAll('.piece')).toHaveLength(1)
  })

  it('keeps the drawing of every piece when the board is turned', () => {
    make()
    const before = new Set(place.querySelectorAll('.piece'))
    board.setOrientation('black')
    expect(new Set(place.querySelectorAll('.piece'))).toEqual(before)
    expect(place.querySelector('[role=gridcell]')).toBe(cell(50))
  })
  it('notches the pieces that must take, and draws the routes of a refusal until a piece is picked up', () => {
    make({ position: MAJORITY })
    expect(place.querySelectorAll('.notches')).toHaveLength(1)
    board.showRefusal({
      rule: 'mustTakeMore',
      origin: 31,
      target: 22,
      has: 1,
      must: 2,
      squares: [],
      tried: null,
      allowed: MAJORITY.legal,
      lesser: [],
    })
    expect(place.querySelectorAll('.route.look path.line')).toHaveLength(1)
    board.tap(22)
    expect(place.querySelectorAll('.route.look path.line')).toHaveLength(1)
    board.tap(38)
    expect(place.querySelectorAll('.route.look')).toHaveLength(0)
  })
  it('draws insufficient captures grey with numbers, and puts two numbers on one square side by side', () => {
    make({ position: MAJORITY })
    const short = moveOf(MAJORITY.pieces, 'white', '31x22')
    const other = { ...short, origin: 11, routes: [[11, 22]] }
    board.showRefusal({
      rule: 'mustTake',
      origin: 49,
      target: null,
      has: 0,
      must: 2,
      squares: [],
      tried: null,
      allowed: MAJORITY.legal,
      lesser: [short, other],
    })
    expect(place.querySelectorAll('.route.faint path.line')).toHaveLength(2)
    expect([...place.querySelectorAll('.label')].map((one) => one.textContent)).toEqual(['1', '1', '2'])
    const heights = [...place.querySelectorAll('.route.faint .label-disc')].map((disc) => Number(disc.getAttribute('cy')))
    expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBe(50)
    // The tried route is also a lesser capture; it is drawn only once.
    board.showRefusal({
      rule: 'mustTakeMore',
      origin: 31,
      target: 22,
      has: 1,
      must: 2,
      squares: [],
      tried: short,
      allowed: MAJORITY.legal,
      lesser: [short],
    })
    expect(place.querySelectorAll('.route.faint path.line')).toHaveLength(1)
  })
  it('removes captured pieces when passed where the rules do so, and restores them on rewind', () => {
    make({ board: { ...TEN, liftsAtOnce: true }, position: TWO_WAYS })
    board.tap(31)
    board.tap(22)
    expect(label(27)).toBe('27, empty')
    expect(place.querySelectorAll('.piece.gone')).toHaveLength(1)
    expect(place.querySelectorAll('.piece.taken')).toHaveLength(0)
    board.rewind()
    expect(label(27)).toMatch(/black man/)
    expect(place.querySelectorAll('.piece.gone')).toHaveLength(0)
  })
  it('shows a man crowned in passing as a king while in hand', () => {
    const through = position('W:W13:B8,7', ['13x2x11'])
    const [move] = through.legal
    make({ position: { ...through, legal: move ? [{ ...move, promotes: true, crownedOn: [2] }] : [] } })
    board.tap(13)
    expect(label(13)).toMatch(/white man/)
    board.tap(2)
    expect(label(2)).toMatch(/white king/)
  })
  it('describes in words what the notches show, and no more', () => {
    make({ position: MAJORITY })
    expect(cell(38).getAttribute('aria-label')).toContain('must take')
    board.set({ showMust: false })
    expect(place.querySelectorAll('.notches')).toHaveLength(0)
    expect(cell(38).getAttribute('aria-label')).not.toContain('must take')
  })
  it('shows removed men until the first move', () => {
    make({ removed: [21, 25] })
    expect(place.querySelectorAll('.outline')).toHaveLength(2)
    board.set({ lastMove: START.legal[0] ?? null })
    expect(place.querySelectorAll('.outline')).toHaveLength(0)
    expect(place.querySelectorAll('.brackets.trail, .route.trail')).toHaveLength(2)
  })
  it('drops the piece in hand when a new position arrives or moves are no longer allowed here', () => {
    make({ position: TURKISH })
    board.tap(21)
    board.tap(49)
    board.set({ position: START })
    expect(place.querySelectorAll('.held, .taken')).toHaveLength(0)
    board.tap(32)
    board.set({ plays: 'none' })
    expect(place.querySelectorAll('.held')).toHaveLength(0)
  })
})

describe('playing', () => {
  const after = position('B:W31,44,49,18:B3,7,27', [])

  it('ends at the given position, with the last move shown', async () => {
    make({ position: MAJORITY })
    await board.play(MAJORITY.legal, after)
    expect(label(18)).toBe('18, white man')
    expect(label(33)).toBe('33, empty')
    expect(place.querySelectorAll('.cross.trail')).toHaveLength(2)
  })
  it('does not animate a move made by hand again', async () => {
    make({ position: MAJORITY })
    const piece = place.querySelector('.piece.carried') ?? place.querySelectorAll('.piece')[1]
    board.tap(38)
    board.tap(18)
    expect(onMove).toHaveBeenCalledOnce()
    await board.play(MAJORITY.legal, after)
    expect(label(18)).toBe('18, white man')
    expect(place.contains(piece ?? null)).toBe(true)
  })
  it('accepts no second move before the first is answered, and takes it back if it is rejected', async () => {
    make()
    board.tap(32)
    board.tap(28)
    await settled()
    board.tap(33)
    board.tap(29)
    expect(onMove).toHaveBeenCalledOnce()
    expect(label(28)).toBe('28, white man')
    board.rewind()
    expect(label(32)).toBe('32, white man, can move')
    board.tap(33)
    board.tap(29)
    expect(onMove).toHaveBeenCalledTimes(2)
  })
  it('keeps taps made before the page has played the move', async () => {
    const answer = position('B:W28:B20', ['20-24'])
    make({ position: START, plays: 'both' })
    board.tap(32)
    board.tap(28)
    board.tap(20)
    board.tap(24)
    expect(onMove).toHaveBeenCalledOnce()
    const [move] = START.legal.filter(({ origin, target }) => origin === 32 && target === 28)
    await board.play(move ? [move] : [], answer)
    expect(onMove).toHaveBeenCalledTimes(2)
    expect(onMove).toHaveBeenLastCalledWith([20, 24], answer.legal[0])
  })
  it('forgets early taps if the move is taken back, and if only one side is played', async () => {
    make({ position: START, plays: 'both' })
    board.tap(32)
    board.tap(28)
    board.tap(33)
    board.rewind()
    expect(label(33)).toBe('33, white man, can move')
    board.set({ plays: 'white' })
    board.tap(32)
    board.tap(28)
    board.tap(33)
    await board.play(
      START.legal.filter(({ origin, target }) => origin === 32 && target === 28),
      position('W:W28,33:B20', ['33-29']),
    )
    expect(label(33)).toBe('33, white man, can move')
  })
  it('returns to an unchanged position when it is set again (several captures from one position)', async () => {
    make({ position: LOOP })
    for (const square of [38, 29, 38]) board.tap(square)
    expect(onMove).toHaveBeenCalledExactlyOnceWith([38, 29, 18, 27, 38], LOOP.legal[0])
    await board.play(LOOP.legal, LOOP)
    expect(label(22)).toBe('22, black man')
    for (const square of [38, 29, 38]) board.tap(square)
    expect(onMove).toHaveBeenCalledTimes(2)
  })
  it('is cancelled by a new position', async () => {
    make({ position: MAJORITY })
    const shown = board.play(MAJORITY.legal, after)
    board.set({ position: START })
    await shown
    expect(label(38)).toBe('38, white man')
    expect(label(1)).toBe('1, black man')
  })
  it('plays requested moves in order', async () => {
    make({ position: START })
    const one = position('B:W28:B20', ['20-24'])
    const two = position('W:W28:B24', [])
    const first = board.play(START.legal.slice(3, 4), one)
    const second = board.play(one.legal, two)
    await Promise.all([first, second])
    expect(label(24)).toBe('24, black man')
  })
})

it('restores its element when destroyed', () => {
  place.dataset['own'] = 'kept'
  make()
  board.destroy()
  expect(place.outerHTML).toBe('<div data-own="kept" class=""></div>')
})
