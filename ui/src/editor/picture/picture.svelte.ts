// A picture on its way to a position: its board's corners, what was read of its squares and what is doubtful. Knows no rule: what may
// stand where, the session of the editor asks.
import type { Corners } from './pixels'
import { geometryOf } from '../../board/geometry'
import type { CallFailed, Client } from '../../client/client'
import type { PieceView, SideView } from '../../client/types'
import { type Source } from '../../client/files'
import { EditorSession } from '../editor.svelte'
import type { Frame } from './frame'
import type { Kind } from './net'
import { type Photo, photoOf } from './photo'
import { DOUBT } from './read'
import type { Reader } from './reader'
import type { Cell } from './squares'

/** What is wrong, for a sentence of its own. */
export type PictureFault = 'unreadable' | 'noBoard' | 'elsewhere' | 'otherSize' | 'failed'

const PIECES: Record<Kind, Omit<PieceView, 'square'> | null> = {
  empty: null,
  whiteMan: { side: 'white', role: 'man' },
  whiteKing: { side: 'white', role: 'king' },
  blackMan: { side: 'black', role: 'man' },
  blackKing: { side: 'black', role: 'king' },
}

/** Sizes of boards that are looked for; a picture of another game says so. */
const SIZES = [8, 10, 12]

export class PictureSession {
  photo: Photo | null = $state.raw(null)
  name = $state('')
  corners: Corners | null = $state.raw(null)
  busy: 'no' | 'finding' | 'reading' = $state('no')
  fault: PictureFault | null = $state(null)
  /** Squares along a side of the board that is seen, where the game chosen has another. */
  seenSize = $state(0)
  /** Squares to be looked at, and not yet. */
  doubtful: number[] = $state.raw([])
  /** Who sits at the lower edge of the picture. */
  below: SideView = $state('white')
  readonly position: EditorSession
  private asked = 0
  /** Squares changed by hand while the picture is being read: the hand is right. */
  private readonly byHand = new Set<number>()

  constructor(
    client: Client,
    variant: string,
    private readonly reader: Reader,
    private readonly decode: (file: Blob) => Promise<Photo> = photoOf,
  ) {
    this.position = new EditorSession(client, variant)
  }

  get failure(): CallFailed | null {
    return this.position.failure
  }

  get size(): number {
    return this.position.board?.columns ?? 10
  }

  /** The place of each square of the board in the picture, square 1 first. */
  cells(): Cell[] {
    const { board } = this.position
    if (!board) return []
    const geometry = geometryOf(board, this.below)
    return board.squares.map((_, index) => {
      const { x, y } = geometry.centre(index + 1)
      return [Math.floor(x), Math.floor(y)]
    })
  }

  /** Takes a picture, finds its board and reads it. The picture before stays where the file is none. */
  async take(file: Source): Promise<void> {
    const mine = ++this.asked
    this.fault = null
    this.busy = 'finding'
    await this.position.open()
    let photo: Photo
    try {
      const bytes = await file.read(0, file.size)
      photo = await this.decode(new Blob([bytes as Uint8Array<ArrayBuffer>]))
    } catch {
      if (mine === this.asked) Object.assign(this, { fault: 'unreadable', name: file.name, busy: 'no' })
      return
    }
    if (mine !== this.asked) return photo.shown.close()
    this.photo?.shown.close()
    Object.assign(this, { photo, name: file.name, corners: null, doubtful: [] })
    this.restart()
    await this.find()
  }

  /** Looks for the board; where none is seen its corners lie in the picture's, to be dragged. */
  private async find(): Promise<void> {
    const { photo } = this
    if (!photo) return
    const mine = ++this.asked
    Object.assign(this, { busy: 'finding', fault: null, seenSize: 0 })
    const { board } = this.position
    const plain = board?.squares.length === this.size * this.size
    let found: Frame | null
    try {
      found = await this.reader.find(photo.pixels(), plain ? [this.size] : SIZES, plain)
    } catch {
      if (mine === this.asked) Object.assign(this, { busy: 'no', fault: 'failed' })
      return
    }
    if (mine !== this.asked) return
    this.corners = found?.corners ?? inset(photo)
    if (!found) Object.assign(this, { busy: 'no', fault: 'noBoard' })
    else if (found.size === this.size) await this.read()
    else Object.assign(this, { busy: 'no', fault: 'otherSize', seenSize: found.size })
  }

  /** Reads the squares anew; the last question counts. */
  private async read(): Promise<void> {
    const { corners } = this
    if (!corners) return
    const mine = ++this.asked
    Object.assign(this, { busy: 'reading', fault: null })
    try {
      const { squares, elsewhere } = await this.reader.read(corners, this.size, this.cells())
      if (mine !== this.asked) return
      const seen = squares.map((one, index) => ({ ...one, square: index + 1 })).filter(({ square }) => !this.byHand.has(square))
      const pieces = seen.flatMap(({ kind, square }): PieceView[] => {
        const piece = PIECES[kind]
        return piece ? [{ square, ...piece }] : []
      })
      const put = this.position.setup.pieces.filter(({ square }) => this.byHand.has(square))
      this.byHand.clear()
      this.position.take([...pieces, ...put])
      this.doubtful = seen.flatMap(({ sure, square }) => (sure < DOUBT ? [square] : []))
      Object.assign(this, { busy: 'no', fault: elsewhere ? 'elsewhere' : null })
    } catch {
      if (mine === this.asked) Object.assign(this, { busy: 'no', fault: 'failed' })
    }
  }

  /** A corner was moved by hand, and is let go where `done`. */
  async move(corner: number, to: { x: number; y: number }, done: boolean): Promise<void> {
    const { photo } = this
    if (!this.corners || !photo) return
    const at = { x: Math.min(Math.max(to.x, 0), photo.width), y: Math.min(Math.max(to.y, 0), photo.height) }
    this.corners = this.corners.map((old, index) => (index === corner ? at : old)) as unknown as Corners
    if (done) await this.read()
  }

  /** The next corner is the first: what lay at the left lies above. */
  async turn(): Promise<void> {
    if (!this.corners) return
    const [a, b, c, d] = this.corners
    this.corners = [b, c, d, a]
    this.byHand.clear()
    await this.read()
  }

  async setBelow(side: SideView): Promise<void> {
    this.below = side
    this.byHand.clear()
    await this.read()
  }

  /** Another game: a board of the same size is read anew, another is looked for. */
  async setVariant(key: string): Promise<void> {
    const before = this.size
    this.position.setVariant(key)
    this.doubtful = []
    this.restart()
    if (!this.photo) return
    if (this.size === before && this.fault !== 'noBoard') await this.read()
    else await this.find()
  }

  /** A square was looked at, or changed. */
  settle(square: number): void {
    this.doubtful = this.doubtful.filter((one) => one !== square)
    if (this.busy === 'reading') this.byHand.add(square)
  }

  private restart(): void {
    this.byHand.clear()
    this.position.restart()
  }

  end(): void {
    this.asked++
    this.reader.end()
    this.photo?.shown.close()
    this.photo = null
  }
}

/** Corners a tenth inside those of the picture. */
function inset({ width, height }: Photo): Corners {
  const [x, y] = [width / 10, height / 10]
  return [
    { x, y },
    { x: width - x, y },
    { x: width - x, y: height - y },
    { x, y: height - y },
  ]
}
