// This page among the others of the browser: who has the store, which version is here, what lies on the device. Draws nothing.
import type { Client, Tab } from '../client/client'
import type { Kept, Stocked } from '../client/stock'
import type { Whose } from '../client/turn'
import { language } from '../i18n/language.svelte'
import { app } from './app.svelte'
import { work } from './work.svelte'

class ThisPage {
  whose: Whose = $state('nobodys')
  /** A newer version is here. */
  newer = $state(false)
  /** The files that come after the first visit; null where nothing keeps them. */
  files: readonly Stocked[] | null = $state.raw(null)
  /** Bytes still to come of what is being fetched. */
  coming: number | null = $state(null)
  failed: Exclude<Kept, 'kept'> | null = $state(null)
  /** How often the page shown was to be made anew, as something was missing. */
  tries = $state(0)
  /** This version can go on no longer. */
  private over = $state(false)
  private tab: Tab | undefined

  begin({ tab }: Client): void {
    // What was missing for want of a network may be had now.
    addEventListener('online', () => void this.speak())
    if (!tab) return
    this.tab = tab
    tab.onChange(() => this.follow(tab))
    $effect.root(() => {
      $effect(() => {
        if (this.over && this.isIdle) void this.bring()
      })
    })
  }

  private follow({ turn, version, stock }: Tab): void {
    const before = this.whose
    this.whose = turn?.whose ?? 'nobodys'
    this.newer = version.newer
    this.over = version.over
    this.files = stock.files
    this.coming = stock.coming
    this.failed = stock.failed
    // Another page has let the newer version in: whoever has not begun yet, or has ended, begins with that one.
    if (this.isElsewhere && version.over) location.reload()
    // The other page has gone. What was shown here before it came may be long past.
    if (this.whose === 'nobodys' && before === 'left') location.reload()
    if (this.whose === 'nobodys' && before === 'theirs') void app.begin(app.client)
  }

  /** Another page of the browser has the store. */
  get isElsewhere(): boolean {
    return this.whose === 'theirs' || this.whose === 'left'
  }

  /** A new start would cut nothing short. Games that live in the page only would be gone. */
  get isIdle(): boolean {
    return !work.isGoingOn && app.home?.storage !== 'memory'
  }

  /** What comes by itself. */
  get own(): readonly Stocked[] {
    return this.files ? (this.tab?.stock.own ?? []) : []
  }

  /** Nothing comes by itself here. */
  get saves(): boolean {
    return this.tab?.stock.saves ?? false
  }

  useHere(): void {
    this.tab?.turn?.useHere()
  }

  /** Whether a file is gone because a newer version is there, which then comes. */
  isOver(): Promise<boolean> {
    return this.tab?.version.isOver() ?? Promise.resolve(false)
  }

  /** Begins the newer version, now. */
  bring(): void {
    void this.tab?.version.bring()
  }

  /** Makes the page that is shown anew: it asks again for what was missing. */
  again(): void {
    this.tries++
  }

  /** Looks anew at what lies on the device. */
  look(): void {
    void this.tab?.stock.look()
  }

  fetchAll(): void {
    void this.tab?.stock.fetchAll()
  }

  /** Tries once more to speak the language that was chosen. */
  async speak(): Promise<void> {
    if (language.missing) await language.choose(language.missing.of)
  }
}

export const thisPage = new ThisPage()
