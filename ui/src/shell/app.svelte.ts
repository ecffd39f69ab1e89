// What every page shares: the client, the home view, the levels of each game, and the failure that stops everything.
import { CallFailed, type Client } from '../client/client'
import type { Experience, HomeView, LevelView, VariantView } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from './announcer.svelte'
import { keeping } from './storage/keeping.svelte'
import { settings } from './settings.svelte'
import { failureText } from './failures/failure-text'
import { written } from '../client/written'

/** The game of the lessons, puzzles and drills, and of whoever has chosen no other. */
export const VARIANT = 'international'

/** So many games are remembered as last chosen. */
const RECENT = 4

/** The colour asked for a game; by lot it is drawn when the game begins. */
export type Colour = 'white' | 'black' | 'lot'

class App {
  client!: Client
  home: HomeView | null = $state.raw(null)
  /** The levels of the games that somebody asked for, by the game's key. */
  private known: Readonly<Record<string, LevelView[]>> = $state.raw({})
  /** Every game with its board, once somebody asked for them. */
  variants: VariantView[] = $state.raw([])
  /** Why nothing can be shown, when nothing can. */
  failure: CallFailed | null = $state.raw(null)

  /** Nothing is kept here, as can be told before the core has come. */
  private isNew = $state(false)
  /** Over when the core has answered, or failed. */
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
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Asks for the home view again: a game or a lesson has gone on since. */
  async refresh(): Promise<void> {
    try {
      this.home = await this.client.call('home', {})
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Keeps the answer to the first question, and leaves the question in the same breath. It can be answered before the core is here. */
  async answer(experience: Experience, leave: () => void): Promise<void> {
    await this.ready
    if (!this.isFirstRun) return
    try {
      const profile = await this.client.call('setProfile', { experience })
      if (this.home) this.home = { ...this.home, profile }
      leave()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** How the person is called from now on, in the games to come and their exports; none where the name is blank. */
  async rename(name: string): Promise<void> {
    try {
      const profile = await this.client.call('setProfile', { name })
      if (this.home) this.home = { ...this.home, profile }
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Another person is here from now on: the app begins anew as theirs. Answers only where it does not. */
  async become(person: { id: number } | { name: string; colour: number }): Promise<CallFailed> {
    try {
      // Who comes new finds the app as it looks here, in the language that is spoken here.
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

  /** What became of a damaged file has been read: it is not told again. */
  async rescueRead(): Promise<void> {
    try {
      await this.client.call('setSetting', { key: 'rescue', value: '' })
      if (this.home) this.home = { ...this.home, rescue: null }
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** The first question still stands: unanswered, and not skipped by playing without the screen. */
  get isFirstRun(): boolean {
    if (!this.home) return this.isNew
    return this.home.profile.experience === null && settings.get('byEar') === 'off'
  }

  /** The level of a game that is proposed to this reader: the one last played, else the one for the answer given. */
  proposedLevel(variant: string): string {
    const levels = this.levels(variant)
    const last = levels.find((level) => level.key === settings.text('level'))
    const experience = this.home?.profile.experience ?? 'notYet'
    const proposed = levels.find((level) => level.proposedFor === experience)
    return (last ?? proposed ?? levels[0])?.key ?? ''
  }

  /** The game last chosen, wherever that was: every place keeps to it. */
  get chosenVariant(): string {
    return settings.text('variant') ?? VARIANT
  }

  /** Games last chosen, the newest first. */
  get recentVariants(): string[] {
    return (settings.text('recentVariants') ?? '').split(' ').filter(Boolean)
  }

  /** Keeps which game was chosen. */
  chooseVariant(variant: string): void {
    settings.keep('variant', variant)
    settings.keep('recentVariants', [variant, ...this.recentVariants.filter((other) => other !== variant)].slice(0, RECENT).join(' '))
  }

  /** The levels of a game, weakest first; none before they were asked for. */
  levels(variant: string): LevelView[] {
    return this.known[variant] ?? []
  }

  /** Asks for the levels of a game, once. */
  async levelsOf(variant: string): Promise<LevelView[]> {
    const held = this.known[variant]
    if (held) return held
    const levels = await this.client.call('levels', { variant })
    this.known = { ...this.known, [variant]: levels }
    return levels
  }

  /** Asks for the games and their boards, once. */
  async loadVariants(): Promise<void> {
    if (this.variants.length > 0) return
    try {
      this.variants = await this.client.call('variants', {})
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** The colour last chosen for a game. */
  get proposedColour(): Colour {
    const last = settings.text('colour')
    return last === 'black' || last === 'lot' ? last : 'white'
  }

  level(variant: string, key: string): LevelView | undefined {
    return this.levels(variant).find((level) => level.key === key)
  }

  /** Saves every game as one file; answers, and announces, a sentence that says where, or why not. */
  async exportGames(): Promise<string> {
    let sentence: string
    try {
      const file = await written(this.client, this.client.call('beginExport', { format: 'pdn' }))
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
