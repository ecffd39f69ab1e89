// The animated illustrations: a position and a line each, by key. The core plays the lines, so that each is legal.
import { m } from '../../i18n/messages'

export interface Illustration {
  readonly key: string
  /** The glossary term it shows. */
  readonly term: string
  readonly title: () => string
  /** Describes the point in one or two sentences. */
  readonly line: () => string
  readonly fen: string
  /** Notation: "32-28", "26x37". */
  readonly moves: readonly string[]
}

export const illustrations: readonly Illustration[] = [
  {
    key: 'capture',
    term: 'multiple-capture',
    title: m.picture_capture,
    line: m.picture_capture_line,
    fen: 'W:W31,42,47:B9,17,27',
    moves: ['31x11'],
  },
  { key: 'crowning', term: 'crown', title: m.picture_crowning, line: m.picture_crowning_line, fen: 'W:W9,37,42:B15,16', moves: ['9-3'] },
  { key: 'passing', term: 'passing', title: m.picture_passing, line: m.picture_passing_line, fen: 'W:W13,42:B9,10,26', moves: ['13x15'] },
  {
    key: 'turkish-stroke',
    term: 'turkish-stroke',
    title: m.picture_turkish,
    line: m.picture_turkish_line,
    fen: 'W:W30,33,38,39,44,46:B12,22,26,K21',
    moves: ['33-29', '21x33', '39x8'],
  },
  {
    key: 'opposition',
    term: 'opposition',
    title: m.picture_opposition,
    line: m.picture_opposition_line,
    fen: 'B:W28:B18',
    moves: ['18-22', '28x17'],
  },
]
