// The DOM of the board: squares, pieces, marks and the grid for keyboard and screen readers. Updates only what changed.
import type { RoleView, SideView } from '../../client/types'
import { type Geometry, type Point, otherTone } from '../geometry'
import { drawPaints, drawPiece } from './pieces'
import { drawMark, type Mark } from './shapes'
import type { Grain } from './texture'
import type { BoardState } from '../state'
import { svg } from './svg'

/** A piece as currently shown. */
export interface Shown {
  readonly side: SideView
  readonly role: RoleView
  /** Current square, if it differs from the starting square. */
  readonly at: number
  readonly taken: boolean
  /** Taken and already removed: it only fades out. */
  readonly gone: boolean
  readonly held: boolean
}

/** Everything that can change from frame to frame. Pieces are keyed by the square they started from. */
export interface Scene {
  readonly pieces: ReadonlyMap<number, Shown>
  readonly under: readonly Mark[]
  readonly over: readonly Mark[]
  /** Accessible name of each square. */
  readonly label: (square: number) => string
  /** Square of the piece in hand. */
  readonly selected: number | null
  readonly cursor: number
}

const EASE = 'cubic-bezier(.2,.8,.2,1)'

interface Node {
  element: HTMLElement
  look: string
}

export class View {
  readonly field: HTMLElement
  readonly grid: HTMLElement
  readonly #frame: HTMLElement
  readonly #under = svg('svg', { class: 'board-under', 'aria-hidden': 'true' })
  readonly #over = svg('svg', { class: 'board-over', 'aria-hidden': 'true' })
  readonly #numbers = make('div', 'board-numbers')
  readonly #pieces = make('div', 'board-pieces')
  #squares: SVGSVGElement | null = null
  #nodes = new Map<number, Node>()
  #cells = new Map<number, HTMLElement>()
  #marks = new Map<string, SVGElement>()
  #layout = ''
  /** Key of the requested texture, and its canvas if it has been loaded. */
  #grained = ''
  #texture: HTMLCanvasElement | null = null
  #geometry: Geometry

  constructor(
    readonly root: HTMLElement,
    geometry: Geometry,
  ) {
    this.#geometry = geometry
    this.field = make('div', 'board-field')
    this.grid = make('div', 'board-grid')
    this.grid.setAttribute('role', 'grid')
    for (const hidden of [this.#numbers, this.#pieces]) hidden.setAttribute('aria-hidden', 'true')
    this.field.append(this.#under, this.#pieces, this.#over, this.#numbers, this.grid)
    const { drawing, names } = drawPaints()
    this.#frame = make('div', 'board-frame')
    this.#frame.append(drawing, this.field)
    for (const [name, paint] of Object.entries(names)) this.#frame.style.setProperty(name, paint)
    root.classList.add('board')
    root.append(this.#frame)
  }

  /** Draws what does not change between moves: squares, numbers, the grid. Does nothing if the layout is unchanged. */
  layout(geometry: Geometry, state: BoardState): void {
    this.#geometry = geometry
    const { root } = this
    setAttribute(root, 'data-theme', state.theme)
    setAttribute(root, 'data-numbers', state.numbers)
    setAttribute(root, 'data-mode', state.mode)
    root.toggleAttribute('data-light', state.playOnLight)
    root.toggleAttribute('data-plain', geometry.plain)
    setAttribute(this.grid, 'aria-label', state.label)
    const key = JSON.stringify([state.board, state.orientation, state.numbers])
    void this.#layTexture(geometry, state, key)
    if (key === this.#layout) return
    this.#layout = key
    const { columns, rows } = geometry
    this.field.style.setProperty('--columns', String(columns))
    this.field.style.setProperty('--rows', String(rows))
    const squares = drawSquares(geometry)
    if (this.#squares) this.#squares.replaceWith(squares)
    else this.field.prepend(squares)
    this.#squares = squares
    for (const layer of [this.#under, this.#over]) {
      layer.setAttribute('viewBox', `0 0 ${columns * 100} ${rows * 100}`)
      layer.replaceChildren()
    }
    this.#marks.clear()
    this.#numbers.replaceChildren(...(state.numbers === 'off' ? [] : drawNumbers(geometry, state.numbers)))
    this.#layGrid(geometry)
  }

  /** Draws the texture of the theme, if any, over the squares and the frame once it is loaded. */
  async #layTexture(geometry: Geometry, state: BoardState, layout: string): Promise<void> {
    const key = `${state.theme} ${state.playOnLight} ${layout}`
    if (key === this.#grained) return
    this.#grained = key
    this.#texture?.remove()
    this.#texture = null
    const grain = grainOf(this.root)
    // If the texture fails to load the squares stay plain.
    const painter = grain && (await import('./texture').catch(() => null))
    if (!painter || key !== this.#grained) return
    this.#texture = document.createElement('canvas')
    this.#texture.className = 'board-texture'
    painter.paintTexture(this.#texture, geometry, grain, state.playOnLight)
    this.#under.before(this.#texture)
  }

  show(scene: Scene, state: BoardState): void {
    this.#showPieces(scene, state)
    const wanted = [...scene.under.map((mark) => keyOf('under', mark)), ...scene.over.map((mark) => keyOf('over', mark))]
    const kept = new Set(wanted)
    for (const [key, element] of this.#marks) {
      if (kept.has(key)) continue
      element.remove()
      this.#marks.delete(key)
    }
    this.#showMarks(this.#under, 'under', scene.under)
    this.#showMarks(this.#over, 'over', scene.over)
    for (const [square, cell] of this.#cells) {
      setAttribute(cell, 'aria-label', scene.label(square))
      // Set only when true: "not selected" on every other square is noise in a screen reader.
      if (scene.selected === square) setAttribute(cell, 'aria-selected', 'true')
      else if (cell.hasAttribute('aria-selected')) cell.removeAttribute('aria-selected')
      const tab = scene.cursor === square ? 0 : -1
      if (cell.tabIndex !== tab) cell.tabIndex = tab
    }
  }

  /** Slides a piece to a square. The scene must already have the new square. `duration` is in milliseconds. */
  slide(home: number, from: Point, to: number, duration: number): void {
    const node = this.#nodes.get(home)
    if (!node) return
    animate(node.element, [{ transform: translation(from) }, { transform: translation(this.#geometry.centre(to)) }], duration)
  }

  /** Removes a captured piece. */
  lift(home: number, duration: number): void {
    const element = this.#nodes.get(home)?.element
    if (!element) return
    element.classList.add('lifting')
    // A piece already marked as gone stays invisible by its class and can be put back.
    animate(element, [{ opacity: 1 }, { opacity: 0 }], duration, element.classList.contains('gone') ? 'none' : 'forwards')
  }

  /** Drops the second disc onto the first. The piece must already be shown as a king. */
  crown(home: number, duration: number): void {
    const upper = this.#nodes.get(home)?.element.querySelector('.upper')
    if (!upper) return
    animate(
      upper,
      [
        { transform: 'translateY(-22px)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      duration,
    )
  }

  /** Shakes a piece twice by four pixels; does nothing without a piece. */
  shake(home: number, duration: number): void {
    const drawing = this.#nodes.get(home)?.element.firstElementChild
    const steps = [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }))
    if (drawing) animate(drawing, steps, duration)
  }

  /** Shows a piece under the pointer, enlarged and, for a finger, one square higher. */
  carry(home: number, point: Point, lifted: boolean): void {
    const element = this.#nodes.get(home)?.element
    if (!element) return
    element.classList.add('carried')
    element.classList.toggle('lifted', lifted)
    element.style.transform = translation(lifted ? { x: point.x, y: point.y - 1 } : point)
  }

  /** Returns a carried piece to its place in the scene. */
  release(home: number): void {
    const element = this.#nodes.get(home)?.element
    element?.classList.remove('carried', 'lifted')
  }

  focus(square: number): void {
    this.#cells.get(square)?.focus({ preventScroll: true })
  }

  /** The square of the cell that contains this element. */
  squareOf(target: EventTarget | null): number | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-square]') : null
    return cell && this.grid.contains(cell) ? Number(cell.dataset['square']) : undefined
  }

  destroy(): void {
    this.#frame.remove()
    this.root.classList.remove('board')
    for (const name of ['theme', 'numbers', 'mode', 'light', 'plain']) delete this.root.dataset[name]
  }

  #showPieces(scene: Scene, state: BoardState): void {
    for (const [home, node] of this.#nodes) {
      const piece = scene.pieces.get(home)
      if (piece && lookOf(piece, state) === node.look) continue
      node.element.remove()
      this.#nodes.delete(home)
    }
    for (const [home, piece] of scene.pieces) {
      let node = this.#nodes.get(home)
      if (!node) {
        node = { element: make('div', 'piece'), look: lookOf(piece, state) }
        node.element.append(drawPiece(piece.side, piece.role, state.pieceSet, state.kingLetter))
        this.#pieces.append(node.element)
        this.#nodes.set(home, node)
      }
      const { element } = node
      element.classList.toggle('taken', piece.taken)
      element.classList.toggle('gone', piece.gone)
      element.classList.toggle('held', piece.held)
      if (!element.classList.contains('carried')) element.style.transform = translation(this.#geometry.centre(piece.at))
    }
  }

  /** Moves the drawing of a piece to its new key, so that it is not redrawn. */
  rekey(from: number, to: number, gone: readonly number[]): void {
    for (const square of gone) {
      this.#nodes.get(square)?.element.remove()
      this.#nodes.delete(square)
    }
    const node = this.#nodes.get(from)
    if (!node || from === to) return
    this.#nodes.delete(from)
    this.#nodes.get(to)?.element.remove()
    this.#nodes.set(to, node)
  }

  /** Puts the marks of a layer in order and leaves those already in place untouched. */
  #showMarks(layer: SVGSVGElement, name: string, marks: readonly Mark[]): void {
    let next = layer.firstChild
    for (const mark of marks) {
      const key = keyOf(name, mark)
      let element = this.#marks.get(key)
      if (!element) {
        element = drawMark(mark, this.#geometry)
        this.#marks.set(key, element)
      }
      if (element === next) next = next.nextSibling
      else layer.insertBefore(element, next)
    }
  }

  #layGrid(geometry: Geometry): void {
    const focused = this.squareOf(document.activeElement)
    const rows = geometry.lines.map((line) => {
      const row = make('div', 'board-row')
      row.setAttribute('role', 'row')
      row.append(...line.map((square) => this.#layCell(geometry, square)))
      return row
    })
    this.grid.replaceChildren(...rows)
    if (focused !== undefined) this.focus(focused)
  }

  #layCell(geometry: Geometry, square: number): HTMLElement {
    let cell = this.#cells.get(square)
    if (!cell) {
      cell = make('div', 'board-cell')
      cell.setAttribute('role', 'gridcell')
      cell.dataset['square'] = String(square)
      cell.tabIndex = -1
      this.#cells.set(square, cell)
    }
    const { x, y } = geometry.centre(square)
    cell.style.left = `${((x - 0.5) / geometry.columns) * 100}%`
    cell.style.top = `${((y - 0.5) / geometry.rows) * 100}%`
    return cell
  }
}

function make(name: 'div' | 'span', className: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  return element
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

function keyOf(layer: string, mark: Mark): string {
  return layer + JSON.stringify(mark)
}

function lookOf(piece: Shown, state: BoardState): string {
  return `${piece.side} ${piece.role} ${state.pieceSet} ${state.kingLetter}`
}

/** A piece is one square wide, so a distance in squares is a translation in hundreds of percent. */
function translation({ x, y }: Point): string {
  return `translate(${((x - 0.5) * 100).toFixed(2)}%, ${((y - 0.5) * 100).toFixed(2)}%)`
}

function animate(element: Element, frames: Keyframe[], duration: number, fill: FillMode = 'none'): void {
  // Without the Web Animations API (in jsdom) the final state simply applies.
  if (duration > 0 && typeof element.animate === 'function') element.animate(frames, { duration, easing: EASE, fill })
}

/** The texture of the board's theme, if any. */
function grainOf(board: Element): Grain | null {
  const style = getComputedStyle(board)
  const of = (name: string): string => style.getPropertyValue(name).trim()
  const texture = of('--board-texture')
  if (texture !== 'wood' && texture !== 'stone') return null
  return { texture, light: of('--board-light-grain'), dark: of('--board-dark-grain'), frame: of('--frame-grain') }
}

function drawSquares(geometry: Geometry): SVGSVGElement {
  const { columns, rows, plain } = geometry
  const box = `0 0 ${columns * 100} ${rows * 100}`
  const ground = svg('rect', { width: columns * 100, height: rows * 100, class: plain ? 'played' : 'unplayed' })
  const paths: SVGElement[] = []
  if (plain) {
    let lines = ''
    for (let column = 1; column < columns; column++) lines += `M${column * 100} 0V${rows * 100}`
    for (let row = 1; row < rows; row++) lines += `M0 ${row * 100}H${columns * 100}`
    paths.push(svg('path', { d: lines, class: 'lines' }))
  } else {
    const tones = { played: '', 'played other': '' }
    for (const square of geometry.lines.flat()) {
      const { x, y } = geometry.centre(square)
      tones[otherTone(x, y) ? 'played other' : 'played'] += `M${(x - 0.5) * 100} ${(y - 0.5) * 100}h100v100h-100z`
    }
    for (const [name, d] of Object.entries(tones)) paths.push(svg('path', { d, class: name }))
  }
  const hatch = svg(
    'pattern',
    { id: 'board-hatch', width: 10, height: 10, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svg('path', { d: 'M0 0V10', class: 'hatch' }),
  )
  return svg('svg', { class: 'board-squares', viewBox: box, 'aria-hidden': 'true' }, svg('defs', {}, hatch), ground, ...paths)
}

/** Numbers in the frame along the edges, or in every square. */
function drawNumbers(geometry: Geometry, numbers: 'edges' | 'every'): HTMLElement[] {
  const { columns, rows } = geometry
  return geometry.lines.flat().flatMap((square) => {
    const { x, y } = geometry.centre(square)
    const edge = y < 1 ? 'top' : y > rows - 1 ? 'bottom' : x < 1 ? 'left' : x > columns - 1 ? 'right' : null
    if (numbers === 'edges' && !edge) return []
    const number = make('span', `board-number ${numbers === 'edges' ? edge : 'on'}`)
    number.textContent = geometry.label(square)
    number.style.setProperty('--x', `${((x - 0.5) / columns) * 100}%`)
    number.style.setProperty('--y', `${((y - 0.5) / rows) * 100}%`)
    return [number]
  })
}
