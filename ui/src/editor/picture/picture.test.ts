import type { Corners } from './pixels'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckView, VariantView } from '../../client/types'
import { FakeClient, board, position, settle } from '../../shared/fake'
import type { Frame } from './frame'
import type { Photo } from './photo'
import type { Reading, Seen } from './read'
import type { Reader } from './reader'
import { offerPicture, receivePictures } from './picture-inbox'
import { PictureSession } from './picture.svelte'

const small = { ...board, columns: 8, rows: 8, squares: board.squares.slice(0, 32), labels: board.labels.slice(0, 32) }
const variants: VariantView[] = [
  { key: 'international', board, start: position('white') },
  { key: 'russian', board: small, start: { ...position('white'), variant: 'russian' } },
]
const check: CheckView = { position: null, over: null, faults: [], squares: [], pdn: '' }
const corners: Corners = [
  { x: 10, y: 10 },
  { x: 90, y: 12 },
  { x: 88, y: 92 },
  { x: 8, y: 90 },
]

/** Returns scripted answers and records the squares of each request. */
class FakeReader implements Reader {
  frame: Frame | null = { corners, size: 10, sure: 1 }
  seen: Record<number, Seen> = {}
  elsewhere = false
  fails = false
  /** Awaited by each reading. */
  ready = Promise.resolve()
  asked: { corners: Corners; cells: readonly (readonly [number, number])[] }[] = []
  ended = false

  find(): Promise<Frame | null> {
    return this.fails ? Promise.reject(new Error('no worker')) : Promise.resolve(this.frame)
  }
  read(at: Corners, _size: number, cells: readonly (readonly [number, number])[]): Promise<Reading> {
    this.asked.push({ corners: at, cells })
    const squares = cells.map((_, index) => this.seen[index + 1] ?? { kind: 'empty' as const, sure: 1 })
    return this.ready.then(() => ({ squares, elsewhere: this.elsewhere }))
  }
  end(): void {
    this.ended = true
  }
}

const photo = (): Photo => ({ shown: { close: () => undefined } as ImageBitmap, width: 100, height: 100, pixels: () => ({}) as ImageData })
const file = (name: string) => ({ name, size: 3, read: () => Promise.resolve(new Uint8Array(3)) })

let reader: FakeReader
let session: PictureSession

beforeEach(() => {
  const client = new FakeClient().on('variants', () => variants).on('checkPosition', () => check)
  reader = new FakeReader()
  const decode = (): Promise<Photo> => Promise.resolve(photo())
  session = new PictureSession(client, 'international', reader, decode)
})

const pieces = (): string[] => session.position.setup.pieces.map(({ square, side, role }) => `${side} ${role} ${square}`)

describe('a picture with a board', () => {
  it('is read into pieces, and uncertain squares are listed until checked', async () => {
    reader.seen = { 3: { kind: 'blackMan', sure: 0.99 }, 32: { kind: 'whiteKing', sure: 0.6 }, 40: { kind: 'empty', sure: 0.5 } }
    await session.take(file('a.jpg'))
    expect(pieces()).toEqual(['black man 3', 'white king 32'])
    expect(session.doubtful).toEqual([32, 40])
    expect(session.fault).toBeNull()
    session.settle(32)
    expect(session.doubtful).toEqual([40])
  })

  it('is read from the other side with its squares reversed', async () => {
    await session.take(file('a.jpg'))
    await session.setBelow('black')
    const [before, after] = reader.asked.map(({ cells }) => cells)
    expect(before?.[0]).toEqual(after?.[49])
    expect(before?.[0]).not.toEqual(after?.[0])
  })

  it('is read again when a corner is released, not while dragged, and corners stay inside the picture', async () => {
    await session.take(file('a.jpg'))
    await session.move(0, { x: 20, y: -5 }, false)
    expect(reader.asked).toHaveLength(1)
    await session.move(0, { x: 20, y: -5 }, true)
    expect(reader.asked[1]?.corners[0]).toEqual({ x: 20, y: 0 })
  })

  it('keeps changes made by hand during a reading', async () => {
    reader.seen = { 3: { kind: 'blackMan', sure: 0.99 }, 32: { kind: 'whiteMan', sure: 0.6 }, 40: { kind: 'whiteMan', sure: 0.6 } }
    await session.take(file('a.jpg'))
    let done = (): void => undefined
    reader.ready = new Promise((resolve) => (done = resolve))
    const reading = session.move(0, { x: 20, y: 10 }, true)
    // A man is put on 10, the one on 32 is removed.
    session.position.brush = { side: 'black', role: 'man' }
    session.settle(10)
    session.position.put(10)
    session.settle(32)
    session.position.remove(32)
    done()
    await reading
    expect(pieces().toSorted()).toEqual(['black man 10', 'black man 3', 'white man 40'])
    expect(session.doubtful).toEqual([40])
    // Changes made before a reading are overwritten.
    await session.turn()
    expect(pieces().toSorted()).toEqual(['black man 3', 'white man 32', 'white man 40'])
  })

  it('is unchanged after four quarter turns', async () => {
    await session.take(file('a.jpg'))
    await session.turn()
    expect(session.corners?.[0]).toEqual(corners[1])
    for (let k = 0; k < 3; k++) await session.turn()
    expect(session.corners).toEqual(corners)
  })

  it('of another size asks for the variant, and is searched again with it', async () => {
    reader.frame = { corners, size: 8, sure: 1 }
    await session.take(file('a.jpg'))
    expect([session.fault, session.seenSize]).toEqual(['otherSize', 8])
    expect(reader.asked).toHaveLength(0)
    await session.setVariant('russian')
    expect(session.fault).toBeNull()
    expect(reader.asked[0]?.cells).toHaveLength(32)
  })

  it('with pieces on the other colour says so', async () => {
    reader.elsewhere = true
    await session.take(file('a.jpg'))
    expect(session.fault).toBe('elsewhere')
  })
})

describe('bad input', () => {
  it('without a board gets default corners to drag', async () => {
    reader.frame = null
    await session.take(file('cat.jpg'))
    expect(session.fault).toBe('noBoard')
    expect(session.corners?.[0]).toEqual({ x: 10, y: 10 })
    await session.move(2, { x: 70, y: 70 }, true)
    expect(session.fault).toBeNull()
  })

  it('that is no picture keeps the previous one and its position', async () => {
    reader.seen = { 3: { kind: 'blackMan', sure: 1 } }
    const client = new FakeClient().on('variants', () => variants).on('checkPosition', () => check)
    const decode = (blob: Blob): Promise<Photo> => (blob.size === 3 ? Promise.resolve(photo()) : Promise.reject(new Error('no picture')))
    session = new PictureSession(client, 'international', reader, decode)
    await session.take(file('a.jpg'))
    await session.take({ name: 'b.txt', size: 0, read: () => Promise.resolve(new Uint8Array()) })
    expect([session.fault, session.name]).toEqual(['unreadable', 'b.txt'])
    expect(pieces()).toEqual(['black man 3'])
    expect(session.photo).not.toBeNull()
  })

  it('is reported when the worker does not answer', async () => {
    reader.fails = true
    await session.take(file('a.jpg'))
    expect(session.fault).toBe('failed')
  })

  it('ends the worker with the page, and late answers change nothing', async () => {
    const taking = session.take(file('a.jpg'))
    session.end()
    await taking
    await settle()
    expect([reader.ended, session.photo, pieces().length > 2]).toEqual([true, null, false])
  })
})

it('a handed picture waits for its page, later ones arrive at once', () => {
  const got: string[] = []
  offerPicture(file('first.png'))
  const stop = receivePictures(({ name }) => got.push(name))
  offerPicture(file('second.png'))
  stop()
  offerPicture(file('third.png'))
  expect(got).toEqual(['first.png', 'second.png'])
  receivePictures(({ name }) => got.push(name))()
  expect(got).toEqual(['first.png', 'second.png', 'third.png'])
})
