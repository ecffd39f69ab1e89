// The name of a game's opening, found by its notation.
import type { GameView, MoveView, OpeningView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { app } from '../shell/app.svelte'

class Openings {
  private known: Readonly<Record<string, readonly OpeningView[]>> = $state.raw({})
  private readonly asked = new Set<string>()

  private of(variant: string): readonly OpeningView[] {
    const key = `${variant} ${language.now}`
    if (!this.asked.has(key)) {
      this.asked.add(key)
      app.client.call('openings', { variant, language: language.now }).then(
        (all) => (this.known = { ...this.known, [key]: all }),
        () => this.asked.delete(key),
      )
    }
    return this.known[key] ?? []
  }

  /** The longest named opening with which these moves begin; `undefined` if there is none. */
  name(variant: string, moves: readonly Pick<MoveView, 'notation'>[]): string | undefined {
    const played = `${moves.map(({ notation }) => notation).join(' ')} `
    const fitting = this.of(variant).filter((opening) => played.startsWith(`${opening.moves} `))
    return fitting.toSorted((a, b) => b.moves.length - a.moves.length)[0]?.name
  }
}

/** The opening of a game in play; `undefined` if it started from a set-up position. */
export function openingOf({ position: { variant }, startFen, removed, moves }: GameView): string | undefined {
  void app.loadVariants()
  const start = app.variants.find(({ key }) => key === variant)?.start.fen
  return removed.length === 0 && start === startFen ? openings.name(variant, moves) : undefined
}

export const openings = new Openings()
