// Options of a new game: chosen by seat (the reader's and the opposite one), sent to the core by colour. Knows no rules.
import type {
  AidsView,
  BallotChoice,
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

/** A value for the reader and one for the opponent; with two people or two computers, for White and Black. */
export interface BySeat<T> {
  own: T
  opposite: T
}

/** The terms of a game besides its rules. */
export interface Agreed {
  serious: boolean
  /** The computer adapts to the strength of its opponent. */
  adapts: boolean
  /** Two rows of men each. */
  short: boolean
  /** A rule of no federation: between two people only. */
  houseRule: HouseRuleView | null
  aids: BySeat<AidsView>
  /** The seat that must win by a number of pieces. */
  winBy: { seat: keyof BySeat<unknown>; pieces: number } | null
  clock: BySeat<TimeControlView> | null
  /** The drawn opening. */
  ballot: BallotChoice | null
  /** Names of two people at one board. */
  names?: BySeat<string> | null
}

/** Kinds of players: a person and the computer, two people, the computer and itself. */
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
  ballot: null,
}

export interface NewGameOptions {
  /** Key of the variant. */
  variant: string
  /** Key of the computer's level; `null` for two people at one board. */
  level: string | null
  /** The level that plays the reader's seat: the computer against itself. */
  ownLevel?: string | undefined
  colour: Colour
  /** Number of men removed. */
  handicap: BySeat<number>
  /** The squares of the removed men, if chosen. */
  removed?: readonly number[] | undefined
  agreed?: Agreed
  /** A set-up position to start from. */
  from?: { fen: string }
}

/** The reader's colour: White if there is no single reader, else as chosen or drawn at random. */
export function ownSide(options: Pick<NewGameOptions, 'level' | 'ownLevel' | 'colour'>, random: SideView): SideView {
  if (options.level === null || options.ownLevel !== undefined) return 'white'
  return options.colour === 'lot' ? random : options.colour
}

/** The parameters of the core's call. */
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

function termsOf({ serious, adapts, short, houseRule, aids, winBy, clock, ballot, names }: Agreed, own: SideView): TermsView {
  const opposite: SideView = own === 'white' ? 'black' : 'white'
  return {
    serious,
    adapts,
    short,
    houseRule,
    ballot,
    whiteAids: own === 'white' ? aids.own : aids.opposite,
    blackAids: own === 'white' ? aids.opposite : aids.own,
    winBy: winBy && { side: winBy.seat === 'own' ? own : opposite, pieces: winBy.pieces },
    names: names && { white: own === 'white' ? names.own : names.opposite, black: own === 'white' ? names.opposite : names.own },
    clock: clock && {
      white: own === 'white' ? clock.own : clock.opposite,
      black: own === 'white' ? clock.opposite : clock.own,
    },
  }
}

/** A new game of the same players on the same terms. `level` replaces the computer's level. */
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
    // Without a handicap the game starts from the same position as this one, set up or not.
    ...(removed.length === 0 && !terms.short ? { fen: startFen } : {}),
    terms: colours ? swapped(terms) : terms,
  }
}

/** The same terms with colours swapped. */
export function swapped(terms: TermsView): TermsView {
  return {
    ...terms,
    whiteAids: terms.blackAids,
    blackAids: terms.whiteAids,
    winBy: terms.winBy ? { ...terms.winBy, side: terms.winBy.side === 'white' ? 'black' : 'white' } : null,
    clock: terms.clock ? { white: terms.clock.black, black: terms.clock.white } : null,
    names: terms.names ? { white: terms.names.black, black: terms.names.white } : null,
  }
}
