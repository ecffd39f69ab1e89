// A stored game being viewed and edited: the current node, its position, and edits. Knows no rules.
import { CallFailed, type Client } from '../../client/client'
import type { OwnMark, Stroke } from '../../board/board'
import type { EditView, LibraryGameView, MoveView, NodeView, PositionView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import { withStroke } from '../../shared/marks/own-marks.svelte'
import { type Scene, still } from '../../shared/board/stage'
import { nameOf } from './game-name'
import { type At, endOf, moveOf, nextOf, pathTo, sameNode, siblingsOf } from './game-tree'
import { spokenBy } from '../../shared/words'
import { failureText } from '../../shell/failures/failure-text'

export type ViewerTab = 'moves' | 'engine' | 'book' | 'report' | 'notes' | 'found'

/** Games that stay open at once; another one closes the one opened first. */
const MOST_OPEN = 6

/** A game open in a tab, with the place where it was left. */
export interface OpenGame {
  id: number
  name: string
  at: At
}

export class ViewerSession {
  /** The games open side by side, in the order of their opening. */
  opened: readonly OpenGame[] = $state.raw([])
  /** The open panel, and if the engine analyses; kept from game to game. */
  tab: ViewerTab = $state('moves')
  engineOn = $state(false)
  game: LibraryGameView | null = $state.raw(null)
  at: At = $state(null)
  scene: Scene | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Message of a rejected edit. */
  refused = $state('')
  /** Place at which the next opened game starts: a ply of its main line, or a node. */
  private wanted: { id: number; ply: number } | { id: number; node: At } | null = null
  /** The last change of the game, which the next one waits for. */
  private changing: Promise<unknown> = Promise.resolve()
  /** The game that it left. */
  private changed: LibraryGameView | null = null
  /** Number of walks of the reader: an edit in flight takes nobody away who has walked since, even to the same place. */
  private walks = 0
  /** Number of the current step: positions that arrive late are ignored. */
  private step = 0

  constructor(private readonly client: Client) {}

  /** Makes a game open at a ply of its main line, where a search has found it. */
  wantAt(id: number, ply: number): void {
    this.wanted = { id, ply }
  }

  /** Makes a game open at a node; `null` is its start. */
  wantNode(id: number, node: At): void {
    this.wanted = { id, node }
  }

  /** Opens a game at its start or the wanted place. A game already open keeps its current node. */
  async open(id: number): Promise<void> {
    this.refused = ''
    this.failure = null
    const same = this.game?.id === id
    if (!same) {
      this.leave()
      this.game = this.scene = null
      this.at = null
      // A report takes long, so it must be requested for each game.
      if (this.tab === 'report') this.tab = 'moves'
    }
    try {
      this.game = await this.client.call('libraryGame', { id })
      if (!same || !this.node) this.at = null
      const { wanted } = this
      if (wanted?.id === id) this.at = 'node' in wanted ? wanted.node : (pathTo(this.game, endOf(this.game, null))[wanted.ply - 1] ?? null)
      this.wanted = null
      if (!this.opened.some((one) => one.id === id))
        this.opened = [...this.opened, { id, name: nameOf(this.game), at: null }].slice(-MOST_OPEN)
      await this.show(null)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      // A game deleted meanwhile is no longer open.
      if (this.failure.kind === 'notFound') this.close(id)
    }
  }

  /** Remembers where the current game is left. */
  private leave(): void {
    const { game, at } = this
    if (game) this.opened = this.opened.map((one) => (one.id === game.id ? { ...one, at } : one))
  }

  /** Makes an open game show where it was left. */
  comeBack(id: number): void {
    const one = this.opened.find((open) => open.id === id)
    if (one) this.wantNode(id, one.at)
  }

  /** Closes the tab of a game; returns the game to show instead, if any is open. */
  close(id: number): number | null {
    const at = this.opened.findIndex((one) => one.id === id)
    this.opened = this.opened.filter((one) => one.id !== id)
    return this.opened[Math.min(at, this.opened.length - 1)]?.id ?? null
  }

  get node(): NodeView | undefined {
    return this.at === null ? undefined : this.game?.nodes[this.at]
  }

  get position(): PositionView | null {
    return this.scene?.position ?? null
  }

  // --- navigation

  async go(at: At): Promise<void> {
    const { game } = this
    this.walks++
    if (!game || at === this.at) return
    const forward = at !== null && (game.nodes[at]?.parent ?? null) === this.at
    const before = forward ? this.position : null
    this.at = at
    await this.show(before)
  }

  get canGoBack(): boolean {
    return this.at !== null
  }

  get canGoOn(): boolean {
    return this.game !== null && nextOf(this.game, this.at).length > 0
  }

  async next(): Promise<void> {
    const next = this.game && nextOf(this.game, this.at)[0]
    if (next !== undefined && next !== null) await this.go(next)
  }

  async back(): Promise<void> {
    if (this.at !== null) await this.go(this.node?.parent ?? null)
  }

  first(): Promise<void> {
    return this.go(null)
  }

  async last(): Promise<void> {
    if (this.game) await this.go(endOf(this.game, this.at))
  }

  /** Switches to the previous or next variation at this point. */
  async across(by: 1 | -1): Promise<void> {
    const { game, at } = this
    if (!game || at === null) return
    const siblings = siblingsOf(game, at)
    const next = siblings[siblings.indexOf(at) + by]
    if (next !== undefined) await this.go(next)
  }

  /** Loads the position of the current node, animated if it follows `before`. */
  private async show(before: PositionView | null): Promise<void> {
    const { game, at } = this
    if (!game) return
    const step = ++this.step
    try {
      const position = await this.client.call('libraryPosition', { id: game.id, node: at })
      if (step !== this.step) return
      const node = at === null ? undefined : game.nodes[at]
      const move = node ? moveOf(node, before, position, game.board.labels) : null
      this.scene = move && before ? { position, last: move, via: [move], slowness: 1, shown: () => {} } : still(position, move)
      if (move) announcer.say(spokenBy(position.turn === 'white' ? 'black' : 'white', move), node?.comment)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  // --- editing

  /** Handles a move on the board: goes to it if the game has it, else starts a variation. */
  async play(move: MoveView, path: readonly number[]): Promise<void> {
    const { game, at } = this
    if (!game) return
    const known = nextOf(game, at).find((next) => {
      const node = game.nodes[next]
      return (
        node !== undefined && node.path[0] === move.origin && node.path.at(-1) === move.target && sameSquares(node.captured, move.captured)
      )
    })
    if (known !== undefined) await this.go(known)
    else await this.edit({ kind: 'play', node: at, path: [...path] })
  }

  /** Plays consecutive moves from the position shown. */
  async playLine(moves: readonly MoveView[]): Promise<void> {
    for (const move of moves) {
      const { at } = this
      await this.play(move, move.routes[0] ?? [move.origin, move.target])
      // After a rejected move the rest is skipped.
      if (this.at === at) return
    }
  }

  /** The drawings on the position shown. */
  get marks(): readonly OwnMark[] {
    const marks = (this.at === null ? this.game?.marks : this.node?.marks) ?? []
    return marks.map(({ origin, target, tone }) => ({ origin, target, tone: tone as OwnMark['tone'] }))
  }

  /** Draws an arrow or ring, or removes it if already drawn. */
  async draw(stroke: Stroke): Promise<void> {
    await this.edit({ kind: 'marks', node: this.at, marks: withStroke(this.marks, stroke) })
  }

  comment(text: string): Promise<boolean> {
    return this.edit({ kind: 'comment', node: this.at, text })
  }

  async signs(signs: string): Promise<boolean> {
    return this.at !== null && this.edit({ kind: 'signs', node: this.at, signs })
  }

  /** Deletes this move and its continuations; can be undone. */
  async cut(): Promise<void> {
    if (this.at !== null) await this.edit({ kind: 'cut', node: this.at })
  }

  async promote(): Promise<void> {
    if (this.at !== null) await this.edit({ kind: 'promote', node: this.at })
  }

  /**
   * Edits the game after the edits before it; resolves to false, with a message in `refused`, if the core rejects the
   * edit. A reader who has gone elsewhere meanwhile stays there.
   */
  edit(edit: EditView): Promise<boolean> {
    const { game: seen, at: stood, walks } = this
    return this.inTurn(seen, async (game) => {
      const old = seen ?? game
      const node = 'node' in edit ? { node: sameNode(old, game, edit.node ?? null) } : {}
      const edited = await this.client.call('editGame', { id: game.id, revision: game.revision, edit: { ...edit, ...node } as EditView })
      // Node indices may have changed; the core returns the new index of the edited one.
      const follows = (now: At): boolean => edited.node !== null && this.walks === walks && now === sameNode(old, game, stood)
      return { game: edited.game, at: (now) => (follows(now) ? edited.node : sameNode(game, edited.game, now)) }
    })
  }

  async undo(): Promise<void> {
    if (!this.game?.canUndo) return
    await this.inTurn(this.game, async (game) => {
      const undone = await this.client.call('undoEdit', { id: game.id, revision: game.revision })
      // The undone move may be gone: then the reader goes to the node before it.
      return { game: undone, at: (now) => sameNode(game, undone, now) }
    })
  }

  note(text: string): Promise<boolean> {
    return this.inTurn(this.game, async (game) => {
      if (text !== game.note) await this.client.call('setNote', { id: game.id, text })
      return { game: { ...game, note: text }, at: (now) => now }
    })
  }

  /**
   * Changes the game once the changes before this one are done: each needs the revision that the last one left. A game
   * that the reader has left meanwhile is changed too. `at` gives the place after the change of a reader who stands at `now`.
   */
  private inTurn(
    seen: LibraryGameView | null,
    change: (game: LibraryGameView) => Promise<{ game: LibraryGameView; at: (now: At) => At }>,
  ): Promise<boolean> {
    const changed = this.changing.then(async () => {
      if (!seen) return false
      const isOpen = (): boolean => this.game?.id === seen.id
      this.refused = ''
      try {
        const { game, at } = await change([this.game, this.changed].find((one) => one?.id === seen.id) ?? seen)
        this.changed = game
        if (!isOpen()) return true
        this.game = game
        this.at = at(this.at)
        await this.show(null)
        return true
      } catch (thrown) {
        if (isOpen()) await this.refuse(CallFailed.from(thrown), seen.id)
        return false
      }
    })
    this.changing = changed
    return changed
  }

  private async refuse(failed: CallFailed, id: number): Promise<void> {
    if (failed.kind === 'stale') {
      // Another window has edited the game: shows its current state.
      await this.open(id)
      this.refused = m.viewer_stale()
    } else if (failed.kind === 'badParams' || failed.kind === 'illegalMove') {
      this.refused = m.viewer_not_taken()
      // A rejected move is taken back on the board.
      await this.show(null)
    } else {
      this.refused = failureText(failed.kind)
    }
    announcer.say(this.refused)
  }
}

function sameSquares(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((square) => b.includes(square))
}
