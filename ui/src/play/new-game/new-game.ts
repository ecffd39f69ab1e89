// What a new game is to be: chosen by seat (the reader's own and the one opposite), told to the core by colour. Knows no rule.
import type {
  AidsView,
  GameView,
  Handicap,
  HouseRuleView,
  NewGame,
  PlayerView,
  SideView,
  TermsView,
  TimeControlView,
} from '../../client/types'
import type { Colour } from '../../shell/app.svelte'

/** One thing for the reader and one for the opponent; with two people, or two computers, for White and for Black. */
export interface BySeat<T> {
  own: T
  opposite: T
}

/** What is agreed upon beside the rules. */
export interface Agreed {
  serious: boolean
  /** The computer follows the strength of its opponent. */
  adapts: boolean
  /** Two rows of men each. */
  short: boolean
  /** A rule that no federation has: between two people only. */
  houseRule: HouseRuleView | null
  aids: BySeat<AidsView>
  /** Who must win by how many pieces. */
  winBy: { seat: keyof BySeat<unknown>; pieces: number } | null
  clock: BySeat<TimeControlView> | null
}

/** Between whom a game is: a person and the computer, two people, the computer and itself. */
export type Players = 'computer' | 'person' | 'computers'

/** A friendly game without a clock. */
export const FRIENDLY: Agreed = {
  serious: false,
  adapts: false,
  short: false,
  houseRule: null,
  aids: { own: 'all', opposite: 'all' },
  winBy: null,
  clock: null,
}

/** A game to begin. */
export interface NewGameOptions {
  /** The key of the game. */
  variant: string
  /** The key of the computer's level; null for two people on one board. */
  level: string | null
  /** The level that plays in the reader's place: the computer against itself. */
  ownLevel?: string | undefined
  colour: Colour
  /** Men fewer. */
  handicap: BySeat<number>
  /** The squares of the men taken off, where they were chosen. */
  removed?: readonly number[] | undefined
  agreed?: Agreed
  /** A set-up position to begin from. */
  from?: { fen: string }
}

/** The reader's colour: White where there is no one reader, else as chosen or as the lot fell. */
export function ownSide(options: Pick<NewGameOptions, 'level' | 'ownLevel' | 'colour'>, lot: SideView): SideView {
  if (options.level === null || options.ownLevel !== undefined) return 'white'
  return options.colour === 'lot' ? lot : options.colour
}

/** What the core is asked for. */
export function toCore(options: NewGameOptions, own: SideView): NewGame {
  const { variant, level, ownLevel, handicap, removed, agreed = FRIENDLY, from } = options
  const byColour = <T>(seats: BySeat<T>): { white: T; black: T } =>
    own === 'white' ? { white: seats.own, black: seats.opposite } : { white: seats.opposite, black: seats.own }
  const human: PlayerView = { kind: 'human' }
  const computer = (key: string): PlayerView => ({ kind: 'computer', level: key })
  const players = byColour({
    own: ownLevel === undefined ? human : computer(ownLevel),
    opposite: level === null ? human : computer(level),
  })
  const terms = termsOf(agreed, own)
  return {
    variant,
    ...players,
    handicap: byColour(handicap) satisfies Handicap,
    ...(removed && removed.length > 0 ? { removed: [...removed] } : {}),
    ...(from ? { fen: from.fen } : {}),
    ...(agreed === FRIENDLY ? {} : { terms }),
  }
}

function termsOf({ serious, adapts, short, houseRule, aids, winBy, clock }: Agreed, own: SideView): TermsView {
  const opposite: SideView = own === 'white' ? 'black' : 'white'
  return {
    serious,
    adapts,
    short,
    houseRule,
    whiteAids: own === 'white' ? aids.own : aids.opposite,
    blackAids: own === 'white' ? aids.opposite : aids.own,
    winBy: winBy && { side: winBy.seat === 'own' ? own : opposite, pieces: winBy.pieces },
    clock: clock && {
      white: own === 'white' ? clock.own : clock.opposite,
      black: own === 'white' ? clock.opposite : clock.own,
    },
  }
}

/** Another game of the same players under the same terms; `level` replaces the computer's. */
export function anew(game: GameView, { colours, level }: { colours: boolean; level?: string | undefined }): NewGame {
  const { board, position, white, black, removed, terms, startFen } = game
  const at = (player: PlayerView): PlayerView => (player.kind === 'computer' && level ? { kind: 'computer', level } : player)
  const opposite = board.squares.length + 1
  return {
    variant: position.variant,
    white: at(colours ? black : white),
    black: at(colours ? white : black),
    handicap: { white: 0, black: 0 },
    // The handicap stays with its player: the same squares, seen from the other side.
    ...(removed.length > 0 ? { removed: colours ? removed.map((square) => opposite - square) : removed } : {}),
    // Without a handicap the game begins where this one did, set up or not.
    ...(removed.length === 0 && !terms.short ? { fen: startFen } : {}),
    terms: colours ? swapped(terms) : terms,
  }
}

/** The same terms when colours change. */
export function swapped(terms: TermsView): TermsView {
  return {
    ...terms,
    whiteAids: terms.blackAids,
    blackAids: terms.whiteAids,
    winBy: terms.winBy ? { ...terms.winBy, side: terms.winBy.side === 'white' ? 'black' : 'white' } : null,
    clock: terms.clock ? { white: terms.clock.black, black: terms.clock.white } : null,
  }
}
