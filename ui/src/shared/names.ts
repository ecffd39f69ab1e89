// Names of keys from the core: levels, puzzle themes, set-up faults. An unknown key keeps its number or is left out.
import { MEN_FORWARD_GAMES } from '../client/games'
import type {
  BallotChoice,
  BallotListView,
  GameResultView,
  GameSummary,
  HouseRuleView,
  LevelView,
  LibraryRow,
  OutcomeView,
  PuzzleInSet,
  PuzzleSetView,
  SetupFault,
  SideView,
} from '../client/types'
import { m } from '../i18n/messages'
import { settings } from '../shell/settings.svelte'
import { beginning } from '../i18n/text'
import { moveNumber, personOf } from './game-facts'

type Message = () => string

const levels: Record<string, { name: Message; line: Message }> = {
  '0a': { name: m.level_0a, line: m.level_0a_line },
  '0b': { name: m.level_0b, line: m.level_0b_line },
  '0c': { name: m.level_0c, line: m.level_0c_line },
  '0d': { name: m.level_0d, line: m.level_0d_line },
  '0e': { name: m.level_0e, line: m.level_0e_line },
  '0f': { name: m.level_0f, line: m.level_0f_line },
  '0g': { name: m.level_0g, line: m.level_0g_line },
  '1': { name: m.level_1, line: m.level_1_line },
  '1b': { name: m.level_1b, line: m.level_1b_line },
  '2': { name: m.level_2, line: m.level_2_line },
  '2b': { name: m.level_2b, line: m.level_2b_line },
  '3': { name: m.level_3, line: m.level_3_line },
  '3b': { name: m.level_3b, line: m.level_3b_line },
  '4': { name: m.level_4, line: m.level_4_line },
  '4b': { name: m.level_4b, line: m.level_4b_line },
  '5': { name: m.level_5, line: m.level_5_line },
  '5b': { name: m.level_5b, line: m.level_5b_line },
  '6': { name: m.level_6, line: m.level_6_line },
  '6b': { name: m.level_6b, line: m.level_6b_line },
  '7': { name: m.level_7, line: m.level_7_line },
  '7b': { name: m.level_7b, line: m.level_7b_line },
  '8': { name: m.level_8, line: m.level_8_line },
}

type Named = Pick<LevelView, 'key' | 'number'>

/** "Attentive" */
export const levelCalled = ({ key, number }: Named): string => levels[key]?.name() ?? m.level_number({ number })

/** "12 · Attentive", for a level in a sentence. */
export function levelTitle({ key, number }: Named): string {
  const name = levels[key]?.name()
  return name ? m.level_named({ number, name }) : m.level_number({ number })
}

/** "Attentive, 12", for the computer as an opponent. */
export function opponentTitle({ key, number }: Named): string {
  const name = levels[key]?.name()
  return name ? m.opponent_named({ number, name }) : m.level_number({ number })
}

/** Name of the computer in a stored game, with its level. */
const COMPUTER = /^Damier \((.+)\)$/

/** The two players of a stored game. In a game of this app, a missing name is the reader's, and two missing names are the colours. */
export function playersOf(white: string, black: string, played: boolean): { white: string; black: string } {
  const name = (text: string, side: SideView, other: string): string => {
    const [, level] = COMPUTER.exec(text) ?? []
    if (level !== undefined) return m.computer_at({ level: levels[level]?.name() ?? level })
    // A file may contain a name of any length; the full one is in the game's details.
    if (text !== '' && text !== '?') return beginning(text, 60)
    if (!played) return m.unknown_player()
    return other === '' || other === '?' ? (side === 'white' ? m.colour_white() : m.colour_black()) : m.you()
  }
  return { white: name(white, 'white', black), black: name(black, 'black', white) }
}

/** The two columns of an entry of the library: its players; an analysis or a repertoire without players has its name in the first. */
export function entryOf(row: Pick<LibraryRow, 'white' | 'black' | 'played' | 'kind' | 'event'>): { white: string; black: string } {
  const { white, black, played, kind, event } = row
  if (kind === 'game' || white !== '' || black !== '') return playersOf(white, black, played)
  return { white: event || (kind === 'analysis' ? m.analysis_title() : m.repertoire_title()), black: '' }
}

/** Describes a level in a sentence. */
export function levelLine({ key }: Pick<LevelView, 'key'>): string {
  return levels[key]?.line() ?? ''
}

const houseRules: Record<HouseRuleView, { name: Message; line: Message; label: Message }> = {
  captureOptional: { name: m.capture_free, line: m.capture_free_line, label: m.house_rule_free },
  huffing: { name: m.capture_huffed, line: m.capture_huffed_line, label: m.house_rule_huffing },
  menForward: { name: m.capture_forward, line: m.capture_forward_line, label: m.house_rule_forward },
}

/** The capture rules that can be agreed for a variant: its own (`null`), or a house rule that changes something. */
export function captureRules(variant: string): (HouseRuleView | null)[] {
  return [null, 'captureOptional', 'huffing', ...(MEN_FORWARD_GAMES.includes(variant) ? (['menForward'] as const) : [])]
}

/** Name and description of a capture rule. */
export function capturesBy(rule: HouseRuleView | null): { text: string; detail: string } {
  if (rule === null) return { text: m.capture_must(), detail: m.capture_must_line() }
  return { text: houseRules[rule].name(), detail: houseRules[rule].line() }
}

/** Label of a game by a house rule. */
export const houseRuleLabel = (rule: HouseRuleView): string => houseRules[rule].label()

/** The house rule of a stored game, by its tag; `null` if there is none or it is unknown. */
export function houseRuleOfTag(tag: string): HouseRuleView | null {
  const rules: Record<string, HouseRuleView> = {
    capture_optional: 'captureOptional',
    huffing: 'huffing',
    men_forward: 'menForward',
  }
  return rules[tag] ?? null
}

const themes: Record<string, Message> = {
  'turkish-stroke': m.theme_turkish_stroke,
  'half-turkish': m.theme_half_turkish,
  'swiss-stroke': m.theme_swiss_stroke,
  'take-the-king': m.theme_take_the_king,
  'send-to-king': m.theme_send_to_king,
  'king-shot': m.theme_king_shot,
  breakthrough: m.theme_breakthrough,
  mazette: m.theme_mazette,
  recall: m.theme_recall,
  ricochet: m.theme_ricochet,
  'double-two': m.theme_double_two,
  philippe: m.theme_philippe,
  royal: m.theme_royal,
  trapdoor: m.theme_trapdoor,
  heel: m.theme_heel,
  weiss: m.theme_weiss,
  napoleon: m.theme_napoleon,
  bomb: m.theme_bomb,
  springer: m.theme_springer,
  raphael: m.theme_raphael,
  bonnard: m.theme_bonnard,
  'merry-go-round': m.theme_merry_go_round,
  'stick-move': m.theme_stick_move,
  'free-tempo': m.theme_free_tempo,
  majority: m.theme_majority,
  'direct-shot': m.theme_direct_shot,
  'two-for-one': m.theme_two_for_one,
  'many-sacrifices': m.theme_many_sacrifices,
  'long-capture': m.theme_long_capture,
  'king-trap': m.theme_king_trap,
  'run-through': m.theme_run_through,
  'pass-the-row': m.theme_pass_the_row,
  exchange: m.theme_exchange,
  fork: m.theme_fork,
  landing: m.theme_landing,
  'two-ways': m.theme_two_ways,
  opposition: m.theme_opposition,
  'shut-in': m.theme_shut_in,
  lock: m.theme_lock,
  'men-ending': m.theme_men_ending,
  'kings-ending': m.theme_kings_ending,
}

/** Names of puzzle themes. */
export function themeNames(keys: readonly string[]): string[] {
  return keys.flatMap((key) => themes[key]?.() ?? [])
}

/** Name of a puzzle set; the set filled from the reader's own games has no stored name. */
export function setName({ name }: PuzzleSetView): string {
  return name || m.set_own_games()
}

/** Players of a puzzle's game: "Ann – Ben"; empty if neither is known. */
export function whoseGame({ white, black }: Pick<PuzzleInSet, 'white' | 'black'>): string {
  if (white === '' && black === '') return ''
  return Object.values(playersOf(white, black, COMPUTER.test(white) || COMPUTER.test(black))).join('\u00a0– ')
}

/** Players and move number of a puzzle's game, and if the move was played. */
export function whereInGame({ white, black, ply, missed }: Pick<PuzzleInSet, 'white' | 'black' | 'ply' | 'missed'>): string {
  if (ply === null) return ''
  const move = m.set_at_move({ number: moveNumber(ply) })
  return [whoseGame({ white, black }), move, missed ? m.set_missed() : m.set_played()].filter(Boolean).join(' · ')
}

/** From this number of moves on, lengths share one name. */
const LONG = 6

/** "3 moves" */
export function lengthName(moves: number): string {
  return moves < LONG ? m.training_length({ moves }) : m.training_length_more({ moves: LONG })
}

/** Explains why a position is impossible. */
export function faultText(fault: SetupFault): string {
  switch (fault) {
    case 'offBoard':
      return m.editor_fault_off_board()
    case 'twoOnOneSquare':
      return m.editor_fault_two()
    case 'manOnPromotionRow':
      return m.editor_fault_promotion()
    case 'tooManyPieces':
      return m.editor_fault_many()
  }
}

/** A result in the chosen style. */
export function resultText(result: GameResultView): string {
  const [won, even] = { two: ['2', '1-1'], one: ['1', '1/2-1/2'], half: ['1', '½-½'] }[settings.get('results')]
  return { whiteWins: `${won}-0`, draw: even ?? '', blackWins: `0-${won}`, bothLose: '0-0', open: '*' }[result]
}

/** The result of a game that has just ended. */
export function outcomeText({ winner, reason }: OutcomeView): string {
  if (reason === 'boardTurned') return '*'
  return resultText(winner === null ? 'draw' : winner === 'white' ? 'whiteWins' : 'blackWins')
}

/** Name of a theme; an unknown key is returned as it is. */
export function themeName(key: string): string {
  return themes[key]?.() ?? key
}

/** Lists from which a game draws its opening; none for most games. */
export function ballotLists(variant: string): readonly BallotListView[] {
  switch (variant) {
    case 'russian':
    case 'brazilian':
      return ['moves', 'flyingMen']
    case 'english':
      return ['threeMove', 'elevenMan']
    case 'italian':
      return ['threeMove', 'level']
    default:
      return []
  }
}

/** A drawn opening of a game: its list and number. */
export function ballotText({ list, number }: BallotChoice): string {
  return `${m.ballot()}: ${m.ballot_drawn({ number, text: ballotListName(list) })}`
}

/** Name of a list of drawn openings. */
export function ballotListName(list: BallotListView): string {
  switch (list) {
    case 'moves':
      return m.ballot_moves()
    case 'flyingMen':
      return m.ballot_flying()
    case 'threeMove':
      return m.ballot_three()
    case 'elevenMan':
      return m.ballot_eleven()
    case 'level':
      return m.ballot_level()
  }
}

/** Result of a finished game for the single person; of a game of two people, the winner. */
export function endedText(game: GameSummary): string {
  const person = personOf(game)
  const winner = game.outcome?.winner ?? null
  if (winner === null) return m.today_drawn()
  if (person === null) return m.today_over({ side: winner })
  return person === winner ? m.today_won() : m.today_lost()
}
