import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckView, VariantView } from '../client/types'
import { EditorSession } from './editor.svelte'
import { FakeClient, board, failed, position, settle } from '../shared/fake'

const small = { ...board, squares: board.squares.slice(0, 32), labels: board.labels.slice(0, 32) }
const start = position('white')
const variants: VariantView[] = [
  { key: 'international', board, start },
  { key: 'frisian', board, start },
  { key: 'russian', board: small, start: { ...start, variant: 'russian' } },
]
const fine: CheckView = { position: { ...start, fen: 'W:W32:B19' }, over: null, faults: [], squares: [], pdn: '*' }

let client: FakeClient
let editor: EditorSession

beforeEach(async () => {
  client = new FakeClient().on('variants', () => variants).on('checkPosition', () => fine)
  editor = new EditorSession(client)
  await editor.open()
})

const squares = (): string =>
  editor.setup.pieces
    .map(({ square, side, role }) => `${side[0]}${role[0]}${square}`)
    .toSorted()
    .join(' ')

describe('setting up', () => {
  it('starts with the initial position and its FEN', () => {
    expect(squares()).toBe('bm19 wm32')
    expect(editor.fen).toBe('W:W32:B19')
  })

  it('puts, replaces, removes and moves pieces, each undone by one step', () => {
    editor.put(28)
    expect(squares()).toBe('bm19 wm28 wm32')
    editor.brush = { side: 'black', role: 'king' }
    editor.put(28)
    expect(squares()).toBe('bk28 bm19 wm32')
    editor.put(28)
    expect(squares()).toBe('bm19 wm32')
    editor.carry(32, 5)
    expect(squares()).toBe('bm19 wm5')
    editor.carry(5, 19)
    expect(squares()).toBe('wm19')
    editor.carry(19, undefined)
    expect(squares()).toBe('')
    for (const before of ['wm19', 'bm19 wm5', 'bm19 wm32', 'bk28 bm19 wm32', 'bm19 wm28 wm32', 'bm19 wm32']) {
      editor.undo()
      expect(squares()).toBe(before)
    }
    expect(editor.canUndo).toBe(false)
    editor.redo()
    expect(squares()).toBe('bm19 wm28 wm32')
    editor.clear()
    expect(editor.canRedo).toBe(false)
  })

  it('keeps the pieces for a variant with the same board, and shows the initial position of others', () => {
    editor.put(28)
    editor.setVariant('frisian')
    expect(squares()).toBe('bm19 wm28 wm32')
    editor.setVariant('russian')
    expect(squares()).toBe('bm19 wm32')
    expect(editor.board).toBe(small)
  })

  it('takes a whole position as one step, and restarts with nothing to undo', () => {
    editor.setTurn('black')
    editor.take([{ square: 5, side: 'white', role: 'king' }])
    expect([squares(), editor.setup.turn]).toEqual(['wk5', 'black'])
    editor.undo()
    expect(squares()).toBe('bm19 wm32')
    editor.restart()
    expect([squares(), editor.canUndo, editor.canRedo]).toEqual(['', false, false])
  })

  it('fails for an unknown variant until it is opened again', async () => {
    editor.setVariant('xyz')
    expect([editor.failure?.kind, editor.setup.variant]).toEqual(['unknownVariant', 'international'])
    await editor.open()
    expect(editor.failure).toBeNull()
  })

  it('uses only the last answer of the core', async () => {
    const answers: CheckView[] = [fine, { ...fine, position: null, faults: ['manOnPromotionRow'], squares: [1] }]
    client.on('checkPosition', () => answers.shift() ?? fine)
    editor.put(28)
    editor.put(1)
    await settle()
    expect(editor.check?.faults).toEqual(['manOnPromotionRow'])
    expect(editor.fen).toBe('')
  })
})

describe('reading a text', () => {
  it('takes its position, legal or not', async () => {
    const pieces = [{ square: 3, side: 'black', role: 'king' }] as const
    client.on('readPosition', () => ({ variant: 'russian', turn: 'black', pieces: [...pieces], kingMoves: [], check: fine }))
    expect(await editor.read('B:W:BK3')).toBe(true)
    expect([squares(), editor.setup.turn, editor.setup.variant]).toEqual(['bk3', 'black', 'russian'])
    expect(client.paramsOf('readPosition')[0]).toEqual({ variant: 'international', text: 'B:W:BK3' })
  })

  it('keeps the king move counts of a pasted position until another is started', async () => {
    const kingMoves = [{ side: 'white' as const, square: 28, count: 2 }]
    const pieces = [{ square: 28, side: 'white' as const, role: 'king' as const }]
    client.on('readPosition', () => ({ variant: 'russian', turn: 'white', pieces, kingMoves, check: fine }))
    await editor.read('W:WK28:B3:+0+228')
    editor.put(1)
    expect(client.paramsOf('checkPosition').at(-1)).toMatchObject({ variant: 'russian', kingMoves })
    editor.start()
    expect(client.paramsOf('checkPosition').at(-1)).not.toHaveProperty('kingMoves')
  })

  it('changes nothing for an invalid text', async () => {
    client.on('readPosition', () => {
      throw failed('badPosition')
    })
    expect(await editor.read('hello')).toBe(false)
    expect([squares(), editor.failure]).toEqual(['bm19 wm32', null])
  })
})
