// State shared by all pages: the client, the home view, the levels of each game, and the failure that blocks everything.
import { CallFailed, type Client } from '../client/client'
import type { Experience, HomeView, LevelView, VariantView } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from './announcer.svelte'
import { forgetHeld, hasVanished } from './storage/held'
import { keeping } from './storage/keeping.svelte'
import { type ImportMark, brokenImport } from './storage/import-mark'
import { settings } from './settings.svelte'
import { failureText } from './failures/failure-text'
import { collectExport } from '../client/collect-export'

/** Game of the lessons, puzzles and drills, and the default choice. */
export const VARIANT = 'international'

/** Number of recently chosen games to remember. */
const RECENT = 4

/** Colour chosen for a game; 'lot' draws it when the game begins. */
export type Colour = 'white' | 'black' | 'lot'

class App {
  client!: Client
  home: HomeView | null = $state.raw(null)
  /** Levels loaded so far, by the game's key. */
  private known: Readonly<Record<string, LevelView[]>> = $state.raw({})
  /** Every game with its board, once loaded. */
  variants: VariantView[] = $state.raw([])
  /** The import that the end of the last page broke off. */
  brokenImport: ImportMark | null = $state.raw(null)
  /** Failure that leaves nothing to show. */
  failure: CallFailed | null = $state.raw(null)

  /** `true` if this device holds no data; known before the core is loaded. */
  private isNew = $state(false)
  /** `true` if this device held games and the store is new. */
  hasVanished = $state(false)
  /** Resolves when the core has answered or failed. */
  ready: Promise<void> = Promise.resolve()

  begin(client: Client): Promise<void> {
    return (this.ready = this.start(client))
  }

  private async start(client: Client): Promise<void> {
    this.client = keeping.over(client)
    void client.isNew?.().then((isNew) => (this.isNew = isNew))
    keeping.onRescued = () => void this.refresh()
    this.failure = null
    try {
      const [home] = await Promise.all([this.client.call('home', {}), this.levelsOf(VARIANT)])
      await settings.load(this.client, home.settings)
      this.home = home
      this.hasVanished = hasVanished(home)
      if (home.storage === 'kept') this.brokenImport ??= brokenImport()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Reloads the home view after a game or a lesson. */
  async refresh(): Promise<void> {
    try {
      this.home = await this.client.call('home', {})
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Saves the answer to the first question and leaves it at once. Waits for the core. */
  async answer(experience: Experience, leave: () => void): Promise<void> {
    await this.ready
    if (!this.isFirstRun) return
    try {
      const profile = await this.client.call('setProfile', { experience })
      if (this.home) {
        this.home = { ...this.home, profile }
        // Remembers this person.
        hasVanished(this.home)
      }
      leave()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Renames the person in future games and their exports; a blank name removes it. */
  async rename(name: string): Promise<void> {
    try {
      const profile = await this.client.call('setProfile', { name })
      if (this.home) this.home = { ...this.home, profile }
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Switches to another person and reloads the app. Resolves only on failure. */
  async become(person: { id: number } | { name: string; colour: number }): Promise<CallFailed> {
    try {
      // A new person starts with this device's look and language.
      const kept = 'id' in person ? [] : settings.inherited()
      if ('id' in person) await this.client.call('switchPerson', person)
      else await this.client.call('addPerson', person)
      for (const [key, value] of kept) await this.client.call('setSetting', { key, value })
      location.hash = ''
      location.reload()
      return await new Promise<CallFailed>(() => undefined)
    } catch (thrown) {
      return CallFailed.from(thrown)
    }
  }

  /** Dismisses the note about a damaged file. */
  async rescueRead(): Promise<void> {
    try {
      await this.client.call('setSetting', { key: 'rescue', value: '' })
      if (this.home) this.home = { ...this.home, rescue: null }
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Dismisses the note about a file that is gone. */
  vanishedRead(): void {
    this.hasVanished = false
    forgetHeld()
  }

  /** `true` while the first question is unanswered; playing by ear skips it. */
  get isFirstRun(): boolean {
    if (!this.home) return this.isNew
    return this.home.profile.experience === null && settings.get('byEar') === 'off'
  }

  /** Returns the proposed level of a game: the one last played, else the one for the given experience. */
  proposedLevel(variant: string): string {
    const levels = this.levels(variant)
    const last = levels.find((level) => level.key === settings.text('level'))
    const experience = this.home?.profile.experience ?? 'notYet'
    const proposed = levels.find((level) => level.proposedFor === experience)
    return (last ?? proposed ?? levels[0])?.key ?? ''
  }

  /** True if the computer adapts to its opponent: as last chosen, at first for a home player. */
  get adapts(): boolean {
    return (settings.text('adapts') ?? (this.home?.profile.experience === 'atHome' ? 'on' : 'off')) === 'on'
  }

  /** Game last chosen on any page. */
  get chosenVariant(): string {
    return settings.text('variant') ?? VARIANT
  }

  /** Recently chosen games, the newest first. */
  get recentVariants(): string[] {
    return (settings.text('recentVariants') ?? '').split(' ').filter(Boolean)
  }

  /** Saves the chosen game. */
  chooseVariant(variant: string): void {
    settings.keep('variant', variant)
    settings.keep('recentVariants', [variant, ...this.recentVariants.filter((other) => other !== variant)].slice(0, RECENT).join(' '))
  }

  /** Levels of a game, the weakest first; empty until loaded. */
  levels(variant: string): LevelView[] {
    return this.known[variant] ?? []
  }

  /** Loads the levels of a game, once. */
  async levelsOf(variant: string): Promise<LevelView[]> {
    const held = this.known[variant]
    if (held) return held
    const levels = await this.client.call('levels', { variant })
    this.known = { ...this.known, [variant]: levels }
    return levels
  }

  /** Loads the games and their boards, once. */
  async loadVariants(): Promise<void> {
    if (this.variants.length > 0) return
    try {
      this.variants = await this.client.call('variants', {})
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Colour last chosen for a game. */
  get proposedColour(): Colour {
    const last = settings.text('colour')
    return last === 'black' || last === 'lot' ? last : 'white'
  }

  level(variant: string, key: string): LevelView | undefined {
    return this.levels(variant).find((level) => level.key === key)
  }

  /** Saves all games as one file. Announces and returns a sentence with the file's place or the failure. */
  async exportGames(): Promise<string> {
    let sentence: string
    try {
      const file = await collectExport(this.client, this.client.call('beginExport', { format: 'pdn' }))
      if (file) keeping.exported()
      sentence = m.export_done({ name: (file && (await this.client.save(file))) ?? file?.name ?? '' })
    } catch (thrown) {
      sentence = failureText(CallFailed.from(thrown).kind)
    }
    announcer.say(sentence)
    return sentence
  }
}

export const app = new App()
