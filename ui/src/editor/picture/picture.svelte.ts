// Conversion of a picture to a position: corners of the board, recognised squares, uncertain ones. Knows no rules: the editor's session
// checks the position.
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

/** Errors with their own message. */
export type PictureFault = 'unreadable' | 'noBoard' | 'elsewhere' | 'otherSize' | 'failed'

const PIECES: Record<Kind, Omit<PieceView, 'square'> | null> = {
  empty: null,
  whiteMan: { side: 'white', role: 'man' },
  whiteKing: { side: 'white', role: 'king' },
  blackMan: { side: 'black', role: 'man' },
  blackKing: { side: 'black', role: 'king' },
}

/** Board sizes searched; a picture with another size than the variant's reports so. */
const SIZES = [8, 10, 12]

export class PictureSession {
  photo: Photo | null = $state.raw(null)
  name = $state('')
  corners: Corners | null = $state.raw(null)
  busy: 'no' | 'finding' | 'reading' = $state('no')
  fault: PictureFault | null = $state(null)
  /** Squares along a side of the board found, if the chosen variant has another size. */
  seenSize = $state(0)
  /** Uncertain squares not yet confirmed. */
  doubtful: number[] = $state.raw([])
  /** Side at the bottom of the picture. */
  below: SideView = $state('white')
  readonly position: EditorSession
  private asked = 0
  /** Squares changed by hand while the picture is being read: these changes win. */
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

  /** Location of each square in the picture, square 1 first. */
  cells(): Cell[] {
    const { board } = this.position
    if (!board) return []
    const geometry = geometryOf(board, this.below)
    return board.squares.map((_, index) => {
      const { x, y } = geometry.centre(index + 1)
      return [Math.floor(x), Math.floor(y)]
    })
  }

  /** Takes a picture, finds its board and reads it. The previous picture stays if the file is unreadable. */
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

  /** Finds the board; if none is found, default corners are shown for dragging. */
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

  /** Reads the squares again; only the last request counts. */
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

  /** Moves a corner; `done` = released. */
  async move(corner: number, to: { x: number; y: number }, done: boolean): Promise<void> {
    const { photo } = this
    if (!this.corners || !photo) return
    const at = { x: Math.min(Math.max(to.x, 0), photo.width), y: Math.min(Math.max(to.y, 0), photo.height) }
    this.corners = this.corners.map((old, index) => (index === corner ? at : old)) as unknown as Corners
    if (done) await this.read()
  }

  /** Rotates the board by a quarter turn: the left edge becomes the top. */
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

  /** Selects a variant: the same board size is read again, another is searched. */
  async setVariant(key: string): Promise<void> {
    const before = this.size
    this.position.setVariant(key)
    this.doubtful = []
    this.restart()
    if (!this.photo) return
    if (this.size === before && this.fault !== 'noBoard') await this.read()
    else await this.find()
  }

  /** Marks a square as checked. */
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

/** Corners inset by a tenth of the picture. */
function inset({ width, height }: Photo): Corners {
  const [x, y] = [width / 10, height / 10]
  return [
    { x, y },
    { x: width - x, y },
    { x: width - x, y: height - y },
    { x, y: height - y },
  ]
}
