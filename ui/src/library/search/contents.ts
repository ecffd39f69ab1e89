// Required contents of a square, in words and as drawn on a board.
import type { Shape } from '../../board/board'
import type { PatternContent, PatternSquare, PieceView } from '../../client/types'
import { m } from '../../i18n/messages'

/** In the order of the palette. */
export const CONTENTS: readonly PatternContent[] = [
  'whiteMan',
  'whiteKing',
  'white',
  'blackMan',
  'blackKing',
  'black',
  'man',
  'king',
  'occupied',
  'empty',
]

export function contentName(content: PatternContent): string {
  const names: Record<PatternContent, () => string> = {
    whiteMan: () => m.piece_man({ side: 'white' }),
    whiteKing: () => m.piece_king({ side: 'white' }),
    white: m.content_white,
    blackMan: () => m.piece_man({ side: 'black' }),
    blackKing: () => m.piece_king({ side: 'black' }),
    black: m.content_black,
    man: m.content_man,
    king: m.content_king,
    occupied: m.content_occupied,
    empty: m.content_empty,
  }
  return names[content]()
}

/** The piece that represents a content, if any. */
const PIECES: Readonly<Partial<Record<PatternContent, Omit<PieceView, 'square'>>>> = {
  whiteMan: { side: 'white', role: 'man' },
  whiteKing: { side: 'white', role: 'king' },
  white: { side: 'white', role: 'man' },
  blackMan: { side: 'black', role: 'man' },
  blackKing: { side: 'black', role: 'king' },
  black: { side: 'black', role: 'man' },
}

/** A pattern as pieces and shapes: a ring means "man or king", a letter in it "of either side", a cross "empty". */
export function drawnAs(
  pattern: readonly PatternSquare[],
  letters: { man: string; king: string },
): { pieces: PieceView[]; shapes: Shape[] } {
  const of = (...wanted: PatternContent[]): number[] =>
    pattern.filter(({ content }) => wanted.includes(content)).map(({ square }) => square)
  const label = (content: PatternContent, text: string): Shape[] =>
    of(content).map((square) => ({ kind: 'route' as const, path: [square], label: text }))
  return {
    pieces: pattern.flatMap(({ square, content }) => {
      const piece = PIECES[content]
      return piece ? [{ square, ...piece }] : []
    }),
    shapes: [
      { kind: 'ring' as const, squares: of('white', 'black', 'man', 'king', 'occupied') },
      { kind: 'cross' as const, squares: of('empty') },
      ...label('man', letters.man),
      ...label('king', letters.king),
      ...label('occupied', '?'),
    ],
  }
}
