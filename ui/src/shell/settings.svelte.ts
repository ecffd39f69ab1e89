// The reader's choices, each a text by key in the store. Knows what each may be; draws nothing.
import { PIECE_SETS, THEMES, type Theme } from '../board/state'
import { language } from '../i18n/language.svelte'
import type { Client } from '../client/client'

/** Each setting with all it may be; the first is what it is unless chosen otherwise. */
export const choices = {
  language: ['auto', 'fr', 'en', 'nl', 'de'],
  theme: ['auto', 'light', 'dark'],
  board: ['auto', ...THEMES],
  pieces: PIECE_SETS,
  lightSquares: ['off', 'on'],
  numbers: ['edges', 'off', 'every'],
  /** How the moves of stored games are printed. */
  movesStyle: ['pdn', 'french'],
  /** How loud the sounds are, in hundredths. */
  volume: ['100', '90', '80', '70', '60', '50', '40', '30', '20', '10', '0'],
  animation: ['on', 'off'],
  /** When the device vibrates, where it can: always, for moves of the other side only, never. */
  haptics: ['on', 'theirs', 'off'],
  /** A finger that slides over a board hears the squares. */
  byTouch: ['off', 'on'],
  /** Whatever is announced is said by the platform's speech too. */
  sayAloud: ['off', 'on'],
  /** Lessons are read aloud by the platform's speech. */
  readAloud: ['off', 'on'],
  /** Two people at one board: the board turns to who is to move, the pieces alone do, or nothing. */
  facing: ['none', 'board', 'pieces'],
  /** Playing without sight: the men are seen, they look alike, or there are none. */
  sight: ['all', 'alike', 'none'],
  /** A move made on the board waits until it is confirmed. */
  confirmMoves: ['off', 'on'],
  /** The tempi of both sides are shown. */
  tempi: ['off', 'on'],
  /** So many of the best moves are told apart in an analysis. */
  analysisLines: ['3', '1', '2', '4', '5'],
  /** How hard puzzles near one's strength are. */
  puzzleDifficulty: ['normal', 'easiest', 'easier', 'harder', 'hardest'],
  /** How many moves a puzzle takes is told. */
  puzzleMoves: ['shown', 'hidden'],
  /** How a result is written. */
  results: ['two', 'one', 'half'],
  /** The panel of typed and listed moves is open: for playing without seeing the screen. */
  byEar: ['off', 'on'],
} as const

export type SettingKey = keyof typeof choices
export type Setting<K extends SettingKey> = (typeof choices)[K][number]

class Settings {
  private texts: Record<string, string> = $state({})
  private systemDark = $state(false)
  private client: Client | undefined

  /** Takes the settings of the store, and keeps changes there from now on; nowhere without a client. Over once their language is spoken. */
  async load(client: Client | undefined, texts: Record<string, string>): Promise<void> {
    this.client = client
    this.texts = { ...texts }
    // Before there was a volume, sounds were on or off.
    if (texts['sound'] === 'off') this.texts['volume'] ??= '0'
    const dark = matchMedia('(prefers-color-scheme: dark)')
    this.systemDark = dark.matches
    dark.addEventListener('change', () => (this.systemDark = dark.matches))
    await this.apply()
  }

  get<K extends SettingKey>(key: K): Setting<K> {
    const text = this.texts[key]
    return choices[key].find((choice) => choice === text) ?? choices[key][0]
  }

  /** A text that has no fixed list of choices: the level and colour of the last game. */
  text(key: string): string | undefined {
    return this.texts[key]
  }

  set<K extends SettingKey>(key: K, value: Setting<K>): void {
    this.keep(key, value)
    void this.apply()
  }

  /** What of one person's choices is the device's rather than theirs: those who come new begin with it. */
  inherited(): [string, string][] {
    const keys: SettingKey[] = ['language', 'theme', 'board', 'pieces', 'numbers', 'volume', 'animation', 'haptics']
    return keys.flatMap((key) => (this.texts[key] === undefined ? [] : [[key, this.texts[key]]]))
  }

  keep(key: string, value: string): void {
    if (this.texts[key] === value) return
    this.texts[key] = value
    // A setting that could not be written holds until the page closes: nothing to interrupt anybody for.
    this.client?.call('setSetting', { key, value }).catch(() => undefined)
  }

  get dark(): boolean {
    const theme = this.get('theme')
    return theme === 'dark' || (theme === 'auto' && this.systemDark)
  }

  /** How loud sounds are, from 0 to 1. */
  get loudness(): number {
    return Number(this.get('volume')) / 100
  }

  /** The board's theme, "auto" resolved. */
  get boardTheme(): Theme {
    const board = this.get('board')
    return board === 'auto' ? this.usualBoard : board
  }

  /** Boxwood by day, slate in the dark. */
  get usualBoard(): Theme {
    return this.dark ? 'ardoise' : 'buis'
  }

  private async apply(): Promise<void> {
    const root = document.documentElement.dataset
    const theme = this.get('theme')
    if (theme === 'auto') delete root.theme
    else root.theme = theme
    root.animation = this.get('animation')
    await language.choose(this.get('language'))
  }
}

export const settings = new Settings()
