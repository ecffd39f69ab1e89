// State of this browser page: who holds the store, which version runs, which files are on the device. Draws nothing.
import type { Client, Tab } from '../client/client'
import type { KeepOutcome, LaterFileStatus } from '../client/offline-cache'
import type { LockHolder } from '../client/tab-lock'
import { language } from '../i18n/language.svelte'
import { app } from './app.svelte'
import { work } from './work.svelte'

class ThisPage {
  holder: LockHolder = $state('nobody')
  /** A newer version is installed. */
  newer = $state(false)
  /** Files that are fetched after the first visit; null if nothing caches them. */
  files: readonly LaterFileStatus[] | null = $state.raw(null)
  /** Bytes left of the current fetch. */
  coming: number | null = $state(null)
  failed: Exclude<KeepOutcome, 'kept'> | null = $state(null)
  /** Number of reloads of the current page after something was missing. */
  tries = $state(0)
  /** This version cannot go on. */
  private over = $state(false)
  private tab: Tab | undefined

  begin({ tab }: Client): void {
    // The missing language may load now that there is a network.
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

  private follow({ lock, version, cache }: Tab): void {
    const before = this.holder
    this.holder = lock?.holder ?? 'nobody'
    this.newer = version.newer
    this.over = version.over
    this.files = cache.files
    this.coming = cache.coming
    this.failed = cache.failed
    // Another page activated the newer version: a page that does not hold the store reloads into it.
    if (this.isElsewhere && version.over) location.reload()
    // The other page is closed. The contents of this page may be out of date.
    if (this.holder === 'nobody' && before === 'released') location.reload()
    if (this.holder === 'nobody' && before === 'theirs') void app.begin(app.client)
  }

  /** Another page of the browser holds the store. */
  get isElsewhere(): boolean {
    return this.holder === 'theirs' || this.holder === 'released'
  }

  /** A reload would lose nothing. Games kept in memory only would be lost. */
  get isIdle(): boolean {
    return !work.isGoingOn && app.home?.storage !== 'memory'
  }

  /** Files that are fetched in the background. */
  get own(): readonly LaterFileStatus[] {
    return this.files ? (this.tab?.cache.own ?? []) : []
  }

  /** `true` in data-saving mode: nothing is fetched in the background. */
  get saves(): boolean {
    return this.tab?.cache.saves ?? false
  }

  useHere(): void {
    this.tab?.lock?.useHere()
  }

  /** Resolves to `true` if a file is missing because a newer version is on the server, which then takes over. */
  isOver(): Promise<boolean> {
    return this.tab?.version.isOver() ?? Promise.resolve(false)
  }

  /** Starts the newer version now. */
  bring(): void {
    void this.tab?.version.bring()
  }

  /** Recreates the current page, so that it requests again what was missing. */
  again(): void {
    this.tries++
  }

  /** Refreshes the list of files on the device. */
  look(): void {
    void this.tab?.cache.look()
  }

  fetchAll(): void {
    void this.tab?.cache.fetchAll()
  }

  /** Tries again to load the chosen language. */
  async speak(): Promise<void> {
    if (language.missing) await language.choose(language.missing.of)
  }
}

export const thisPage = new ThisPage()
