// The two unequal players of a game with a handicap: who they are, and what is said of their handicap. Knows no rules.
import type { Client } from '../../client/client'
import type { GameView, HandicapProposal, PairView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { settings } from '../../shell/settings.svelte'
import { FRIENDLY, type NewGameOptions } from '../new-game/new-game'

/** The players chosen last: the reader and a level of the computer, or two people. */
export interface Chosen {
  kind: PairView['kind']
  /** Names of two people; White first. */
  first: string
  second: string
  /** Men that the second gives the first; negative the other way. */
  men: number
}

const NOBODY: Chosen = { kind: 'level', first: '', second: '', men: 0 }
const KEPT = 'handicapPair'

/** The players chosen last. */
export function lastPair(): Chosen {
  try {
    return { ...NOBODY, ...(JSON.parse(settings.text(KEPT) ?? '{}') as Partial<Chosen>) }
  } catch {
    return NOBODY
  }
}

export function keepPair(pair: Chosen): void {
  settings.keep(KEPT, JSON.stringify(pair))
}

/** How the two are called; the reader has no name. */
export interface Called {
  first: string | null
  second: string
}

/** "Ann gives 3 men." `men` are given by the second to the first; negative the other way. */
export function givenText(men: number, { first, second }: Called): string {
  if (men === 0) return m.handicap_even()
  const count = Math.abs(men)
  const giver = men > 0 ? second : first
  return giver === null ? m.handicap_you_give({ count }) : m.handicap_gives({ name: giver, count })
}

/** The reason of a proposal. `level` names the level that the reader plays like. */
export function reasonText({ reason, measured }: HandicapProposal, { first, second }: Called, level: string): string {
  switch (reason) {
    case 'noGames':
      return m.proposal_unknown()
    case 'asBefore':
      return m.proposal_as_before()
    case 'twoWins':
      return m.proposal_two_wins()
    case 'twoLosses':
      return m.proposal_two_losses()
    case 'won':
      return m.proposal_won({ name: first ?? m.you() })
    case 'lost':
      return m.proposal_won({ name: second })
    case 'measured':
      if (first !== null) return m.proposal_ratings()
      return measured
        ? m.proposal_measured({
            level,
            percent: Math.round(measured.percent),
            error: Math.max(1, Math.round(measured.error)),
            games: measured.games,
          })
        : m.proposal_like({ level })
  }
}

/** The next game of two named people. */
export interface NextGame {
  /** Its handicap as a sentence. */
  line: string
  options: NewGameOptions
  pair: Chosen
}

/** The next game after this one, with colours swapped and the handicap that follows; `null` for unnamed players and by a house rule. */
export async function nextOf(client: Client, { position, terms }: GameView): Promise<NextGame | null> {
  const { names, winBy, clock, houseRule } = terms
  if (!names || houseRule) return null
  const { variant } = position
  const pair = { kind: 'people' as const, first: names.white, second: names.black }
  const proposal = await client.call('proposeHandicap', { variant, pair }).catch(() => null)
  if (!proposal) return null
  const { men } = proposal
  return {
    pair: { ...pair, men },
    line: givenText(men, pair),
    options: {
      variant,
      level: null,
      colour: 'white',
      // The second has White now.
      handicap: { own: Math.max(0, men), opposite: Math.max(0, -men) },
      agreed: {
        ...FRIENDLY,
        names: { own: pair.second, opposite: pair.first },
        winBy: winBy && men !== 0 ? { seat: men > 0 ? 'own' : 'opposite', pieces: winBy.pieces } : null,
        clock: clock ? { own: clock.black, opposite: clock.white } : null,
      },
    },
  }
}

/** Men by side, for a game in which the first has this colour. */
export function bySide(men: number, first: SideView): { white: number; black: number } {
  const [own, theirs] = [Math.max(0, -men), Math.max(0, men)]
  return first === 'white' ? { white: own, black: theirs } : { white: theirs, black: own }
}
