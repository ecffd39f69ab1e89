// Arrows and rings on positions of a game in progress, stored with the game, so that they survive a reload and are in its file. Knows the
// game by its id.
import type { OwnMark, Stroke } from '../../board/board'
import { CallFailed, type Client } from '../../client/client'
import type { LibraryGameView, MarkView } from '../../client/types'
import { withStroke } from './own-marks.svelte'

export class KeptMarks {
  /** Indexed by ply. */
  private drawn: readonly (readonly OwnMark[] | undefined)[] = $state.raw([])
  /** Serialises the saves. */
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly client: Pick<Client, 'call'>,
    readonly game: number,
  ) {}

  /** The drawings on the position after `ply` moves. */
  of(ply: number): readonly OwnMark[] {
    return this.drawn[ply] ?? []
  }

  /** Loads the stored drawings. */
  async read(): Promise<void> {
    const kept = await this.client.call('libraryGame', { id: this.game }).catch(() => null)
    if (!kept) return
    const before = this.drawn
    // Strokes drawn during loading are newer.
    this.drawn = [kept.marks, ...mainLine(kept).map((node) => kept.nodes[node]?.marks ?? [])].map((marks, ply) => before[ply] ?? own(marks))
  }

  draw(ply: number, stroke: Stroke): Promise<void> {
    const marks = withStroke(this.of(ply), stroke)
    const drawn = [...this.drawn]
    drawn[ply] = marks
    this.drawn = drawn
    this.writing = this.writing.then(() => this.write(ply, marks)).catch(() => undefined)
    return this.writing
  }

  /** Drops the drawings after a take-back. */
  cut(ply: number): void {
    if (this.drawn.length > ply + 1) this.drawn = this.drawn.slice(0, ply + 1)
  }

  /** Saves the drawings; retries once if a move was played meanwhile. */
  private async write(ply: number, marks: readonly OwnMark[], again = true): Promise<void> {
    const kept = await this.client.call('libraryGame', { id: this.game })
    const node = ply === 0 ? null : mainLine(kept)[ply - 1]
    if (node === undefined) return
    try {
      await this.client.call('editGame', { id: this.game, revision: kept.revision, edit: { kind: 'marks', node, marks: [...marks] } })
    } catch (thrown) {
      if (!again || CallFailed.from(thrown).kind !== 'stale') throw thrown
      await this.write(ply, marks, false)
    }
  }
}

const own = (marks: readonly MarkView[]): OwnMark[] => marks.map((mark) => ({ ...mark, tone: mark.tone as OwnMark['tone'] }))

/** Node indices of the game's moves, without variations and set-up positions. */
function mainLine({ first, nodes }: LibraryGameView): number[] {
  const line: number[] = []
  for (let at = first[0]; at !== undefined; at = nodes[at]?.next[0]) if (!nodes[at]?.setup) line.push(at)
  return line
}
