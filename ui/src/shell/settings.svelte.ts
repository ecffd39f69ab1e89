// The user's settings, stored as text by key. Knows their values; draws nothing.
import { PIECE_SETS, THEMES, type Theme } from '../board/state'
import { language } from '../i18n/language.svelte'
import { locales } from '../i18n/paraglide/runtime.js'
import type { Client } from '../client/client'

/** Each setting with its values; the first is the default. */
export const choices = {
  language: ['auto', ...locales],
  theme: ['auto', 'light', 'dark'],
  board: ['auto', ...THEMES],
  pieces: PIECE_SETS,
  lightSquares: ['off', 'on'],
  numbers: ['edges', 'off', 'every'],
  /** Notation of moves in stored games. */
  movesStyle: ['pdn', 'french'],
  /** Volume in percent. */
  volume: ['100', '90', '80', '70', '60', '50', '40', '30', '20', '10', '0'],
  /** Sounds of something found or won. */
  chimes: ['on', 'off'],
  animation: ['on', 'off'],
  /** Vibration, where the device can: always, for the opponent's moves only, never. */
  haptics: ['on', 'theirs', 'off'],
  /** Speaks the squares under a sliding finger. */
  byTouch: ['off', 'on'],
  /** Speaks announcements too. */
  sayAloud: ['off', 'on'],
  /** Reads lessons aloud. */
  readAloud: ['off', 'on'],
  /** Two people at one board: turns the board to the side to move, turns the pieces only, or neither. */
  facing: ['none', 'board', 'pieces'],
  /** Blindfold play: men visible, all alike, or invisible. */
  sight: ['all', 'alike', 'none'],
  /** A move on the board waits for confirmation. */
  confirmMoves: ['off', 'on'],
  /** A coach speaks after the person's moves against the computer, or also asks before a move that loses. */
  coach: ['off', 'on', 'look'],
  /** Shows both sides' tempi. */
  tempi: ['off', 'on'],
  /** Number of best lines in an analysis. */
  analysisLines: ['3', '1', '2', '4', '5'],
  /** When an analysis stops by itself: never, after seconds, or at a depth. */
  analysisEnd: ['never', '5', '15', '60', 'depth20', 'depth25', 'depth30'],
  /** Number of threads of an analysis and of the strongest level: all, or as many. */
  threads: ['all', '1', '2', '4', '8'],
  /** Size of the table of an analysis in MiB. */
  analysisTable: ['64', '16', '256', '1024'],
  /** Thinking time of the strongest level: seconds a move, or by the clock. */
  strongestTime: ['5', '1', '15', 'clock'],
  /** The strongest level also thinks in the person's time. */
  ponder: ['off', 'on'],
  /** Difficulty of puzzles relative to the player's rating. */
  puzzleDifficulty: ['normal', 'easiest', 'easier', 'harder', 'hardest'],
  /** Shows the number of moves of a puzzle. */
  puzzleMoves: ['shown', 'hidden'],
  /** Notation of results. */
  results: ['two', 'one', 'half'],
  /** Shows the panel of typed and listed moves, for playing without the screen. */
  byEar: ['off', 'on'],
  /** One switch: off, one key or a press anywhere, or a pointer that rests. */
  oneSwitch: ['off', 'key', 'rest'],
  /** Time of a step of the scan in milliseconds. */
  scanStep: ['1000', '500', '700', '1500', '2000', '3000', '5000'],
  /** A sound at each step. */
  scanSound: ['on', 'off'],
  /** Time for which the pointer rests before it presses, in milliseconds. */
  dwell: ['1000', '500', '700', '1500', '2000', '3000'],
} as const

export type SettingKey = keyof typeof choices
export type Setting<K extends SettingKey> = (typeof choices)[K][number]

class Settings {
  private texts: Record<string, string> = $state({})
  private systemDark = $state(false)
  private client: Client | undefined

  /**
   * Loads the settings and stores later changes with the client; without a client nothing is stored. Resolves when the language is loaded.
   */
  async load(client: Client | undefined, texts: Record<string, string>): Promise<void> {
    this.client = client
    this.texts = { ...texts }
    // Older versions stored only sounds on or off.
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

  /** Returns a stored text without a fixed list of values, such as the level of the last game. */
  text(key: string): string | undefined {
    return this.texts[key]
  }

  set<K extends SettingKey>(key: K, value: Setting<K>): void {
    this.keep(key, value)
    void this.apply()
  }

  /** Settings of the device rather than of one person; a new person starts with them. */
  inherited(): [string, string][] {
    const keys: SettingKey[] = ['language', 'theme', 'board', 'pieces', 'numbers', 'volume', 'chimes', 'animation', 'haptics']
    return keys.flatMap((key) => (this.texts[key] === undefined ? [] : [[key, this.texts[key]]]))
  }

  keep(key: string, value: string): void {
    if (this.texts[key] === value) return
    this.texts[key] = value
    // A setting that could not be stored holds until the page closes; that is no reason to interrupt.
    this.client?.call('setSetting', { key, value }).catch(() => undefined)
  }

  get dark(): boolean {
    const theme = this.get('theme')
    return theme === 'dark' || (theme === 'auto' && this.systemDark)
  }

  /** Volume from 0 to 1. */
  get loudness(): number {
    return Number(this.get('volume')) / 100
  }

  /** The board's theme, with "auto" resolved. */
  get boardTheme(): Theme {
    const board = this.get('board')
    return board === 'auto' ? this.usualBoard : board
  }

  /** Default theme: boxwood in light mode, walnut at night in dark mode. */
  get usualBoard(): Theme {
    return this.dark ? 'noyer' : 'buis'
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
