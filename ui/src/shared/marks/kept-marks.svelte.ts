// Arrows and rings on the positions of a game that is being played, kept in the game itself: they are there after a reload, and its file
// has them. Knows the game by its number, no rule.
import type { OwnMark, Stroke } from '../../board/board'
import { CallFailed, type Client } from '../../client/client'
import type { LibraryGameView, MarkView } from '../../client/types'
import { withStroke } from './own-marks.svelte'

export class KeptMarks {
  /** By the moves made before. */
  private drawn: readonly (readonly OwnMark[] | undefined)[] = $state.raw([])
  /** One stroke is written after the other. */
  private writing: Promise<void> = Promise.resolve()

  constructor(
    private readonly client: Pick<Client, 'call'>,
    readonly game: number,
  ) {}

  /** What is drawn on the position after so many moves. */
  of(ply: number): readonly OwnMark[] {
    return this.drawn[ply] ?? []
  }

  /** Brings what the game has. */
  async read(): Promise<void> {
    const kept = await this.client.call('libraryGame', { id: this.game }).catch(() => null)
    if (!kept) return
    const before = this.drawn
    // What was drawn meanwhile is newer.
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

  /** Moves were taken back: what was drawn after them is gone. */
  cut(ply: number): void {
    if (this.drawn.length > ply + 1) this.drawn = this.drawn.slice(0, ply + 1)
  }

  /** Writes it into the game; once more where a move was played meanwhile. */
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

/** The moves of the game by their places, without its variations and without what was set up between them. */
function mainLine({ first, nodes }: LibraryGameView): number[] {
  const line: number[] = []
  for (let at = first[0]; at !== undefined; at = nodes[at]?.next[0]) if (!nodes[at]?.setup) line.push(at)
  return line
}
