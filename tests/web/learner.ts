// A learner who solves any step: gives a wrong answer, asks for the three hints and follows their words. It uses roles and texts, no markup.
import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { type Damier, expect } from './damier'
import { atRest } from './rest'

/** Short polling intervals, because the page changes quickly; milliseconds. */
const OFTEN = { intervals: [15, 30, 60, 120, 250] }

export type Language = 'en' | 'fr' | 'nl' | 'de'

/** The messages of a language. */
export function wordsOf(language: string): Record<string, string> {
  const path = new URL(`../../ui/src/i18n/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
}

export class Learner {
  private readonly words: Record<string, string>
  /** Number of steps begun. */
  private begun = 0

  constructor(
    private readonly damier: Damier,
    language: Language,
    /** Moves by touch, or by the keyboard alone. */
    private readonly hands: 'touch' | 'keys' = 'touch',
    /** Errs in every step, or in every third. */
    private readonly errsIn: 'every' | 'third' = 'every',
  ) {
    this.words = wordsOf(language)
  }

  /** Plays a lesson from its current step to its end. Returns the number of steps. */
  async lesson(): Promise<number> {
    const { page } = this.damier
    const finished = page.getByRole('region', { name: this.word('lesson_finished') })
    // The page before may still be shown.
    await expect.poll(() => this.stepNumber(), OFTEN).not.toBe('')
    for (let steps = 0; steps < 40; steps++) {
      if (await finished.isVisible()) return steps
      await this.step()
      const before = await this.stepNumber()
      // The button does not react while a move is shown.
      await expect(async () => {
        if ((await finished.isVisible()) || (await this.stepNumber()) !== before) return
        await this.press(this.button('step_next'))
        await expect
          .poll(async () => (await finished.isVisible()) || (await this.stepNumber()) !== before, { ...OFTEN, timeout: 3000 })
          .toBe(true)
      }).toPass(OFTEN)
    }
    throw new Error('a lesson without an end')
  }

  /** The label "Step 3 of 8"; empty outside a lesson. */
  private async stepNumber(): Promise<string> {
    const [before = ''] = this.word('step_of').split('{')
    const steps = this.damier.page.getByRole('main').getByRole('img', { name: new RegExp(`^${before}\\d`) })
    return (await steps.count()) > 0 ? ((await steps.first().getAttribute('aria-label')) ?? '') : ''
  }

  /** Solves the current step, after one wrong answer if possible. */
  async step(): Promise<void> {
    const done = this.button('step_next')
    if (await done.isVisible()) return
    this.begun++
    const kind = await this.kind()
    if (kind === 'explain') await this.press(this.button('show_me'))
    else if (kind === 'pick') await this.pick()
    else await this.act(kind)
    await expect(done).toBeEnabled()
  }

  /** The kind of the step, by the controls on the page. */
  private async kind(): Promise<'explain' | 'pick' | 'write' | 'build' | 'play' | 'tap'> {
    const shown = (name: string, role: 'button' | 'group' | 'textbox' = 'button'): Promise<boolean> =>
      this.damier.page
        .getByRole(role, { name: this.word(name), exact: true })
        .first()
        .isVisible()
    if (await shown('write_label', 'textbox')) return 'write'
    if (await shown('show_me')) return 'explain'
    if (await shown('build_check')) return 'build'
    // Checked before the options, as the list of moves has buttons too.
    if ((await this.damier.page.getByText(this.word('moves_panel')).count()) > 0) return 'play'
    return (await this.options.count()) > 0 ? 'pick' : 'tap'
  }

  /** Tries the options in turn until one is right. */
  private async pick(): Promise<void> {
    const done = this.button('step_next')
    for (let index = 0; index < 9; index++) {
      const option = this.options.nth(index)
      await expect(option.or(done).first()).toBeEnabled()
      if (await done.isVisible()) return
      await this.press(option)
      await expect(done.or(this.options.nth(0)).first()).toBeEnabled()
    }
  }

  /** Gives a wrong answer, then follows the hints until the step is done. */
  private async act(kind: 'write' | 'build' | 'play' | 'tap'): Promise<void> {
    const done = this.button('step_next')
    let erred = this.errsIn === 'third' && this.begun % 3 !== 0
    for (let round = 0; round < 40; round++) {
      await expect(this.button('hint').or(done).first()).toBeVisible()
      if (await done.isVisible()) return
      await this.hints()
      if (kind === 'write') {
        await this.write(erred ? await this.hinted() : '1')
      } else if (kind === 'build') {
        await this.build()
      } else {
        const squares = await this.pointedAt(kind)
        if (squares.length === 0) await this.errAlone(kind)
        else if (!erred) await this.err(kind, squares)
        else if (kind === 'play') await this.move(squares)
        else for (const square of squares) await this.tapOne(square)
      }
      await this.settled()
      erred = await this.offeredHint.isVisible()
    }
    throw new Error(`a step (${kind}) that does not end: ${await this.inWords()}`)
  }

  /** Asks for the three hints in order; afterwards the third is drawn again. */
  private async hints(): Promise<void> {
    const hint = this.button('hint')
    for (let strength = 0; strength < 3; strength++) {
      if (!(await this.offeredHint.isVisible())) return
      const before = await this.heard()
      await this.press(hint)
      // A hint from the endgame tables arrives after the button is enabled again.
      await expect.poll(() => this.heard(), OFTEN).not.toEqual(before)
      await expect(hint).toBeEnabled()
    }
  }

  /** The squares of the last drawn route in order, or the ringed squares. */
  private async pointedAt(kind: 'play' | 'tap'): Promise<string[]> {
    const text = await this.inWords()
    const key = kind === 'play' ? ['overlay_route', 'overlay_route_taken'] : ['overlay_ring']
    const found = key.flatMap((one) => [...text.matchAll(this.drawn(one))]).toSorted((a, b) => a.index - b.index)
    return found.at(-1)?.[1]?.match(/[a-l]?\d+/g) ?? []
  }

  /** Matches a sentence about a drawing and captures its squares. */
  private drawn(key: string): RegExp {
    const [before = ''] = (this.words[key] ?? '').replaceAll('\u00a0', ' ').split('{')
    return new RegExp(`${before.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')}((?:[a-l]?\\d+(?:,? (?:and|et|en) |, )?)+)`, 'giu')
  }

  private async err(kind: 'play' | 'tap', squares: string[]): Promise<void> {
    const other = await this.emptySquare(squares)
    const [from = ''] = squares
    if (kind === 'play') await this.move([from, other])
    else await this.tap(other)
    await this.damier.hears(this.word('lesson_wrong'))
  }

  /** Gives a wrong answer without a hint: the last step of a lesson offers none before. */
  private async errAlone(kind: 'play' | 'tap'): Promise<void> {
    const other = await this.emptySquare([])
    const movable = await this.squareNames(
      (name) => name.includes(this.word('square_can_move')) || name.includes(this.word('square_must_take')),
    )
    const any = await this.squareNames((name) => name.includes(this.word('square_empty')) === (kind === 'tap'))
    const tried = kind === 'tap' ? any : [...movable, ...any]
    for (const square of tried) {
      if (kind === 'tap') await this.tap(square)
      else await this.move([square, other])
      await atRest(this.damier.page)
      if (await this.offeredHint.or(this.button('step_next')).first().isVisible()) return
    }
  }

  /** An empty square, far from most pieces. A tap on one's own piece would be no answer. */
  private async emptySquare(but: readonly string[]): Promise<string> {
    const empty = await this.squareNames((name) => name.includes(this.word('square_empty')))
    const free = empty.filter((name) => !but.includes(name))
    return ['25', '26', '24', '23', '1', '50', '5', '46', '36', '15'].find((name) => free.includes(name)) ?? free[0] ?? ''
  }

  /** The squares whose accessible names fit. */
  private async squareNames(fits: (name: string) => boolean): Promise<string[]> {
    const names = await this.board.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
    return names.filter(fits).flatMap((name) => name.split(',')[0] || [])
  }

  private async write(text: string): Promise<void> {
    await this.damier.page.getByRole('textbox', { name: this.word('write_label') }).fill(text)
    await this.press(this.button('write_check'))
  }

  /** The moves in the last hint. */
  private async hinted(): Promise<string> {
    const said = (await this.damier.announcements.locator('p').allTextContents()).toReversed()
    const moves = said.map((line) => line.match(/\(?[a-l]?\d+[-x][a-l]?\d+\)?/g)).find((found) => found !== null)
    return moves?.join(' ') ?? ''
  }

  /** Tries the four pieces on the ringed square until the check accepts one. */
  private async build(): Promise<void> {
    const [square] = await this.pointedAt('tap')
    for (const piece of ['man', 'king'] as const) {
      for (const side of ['white', 'black'] as const) {
        const forms = this.words[`piece_${piece}`] as unknown as { match: Record<string, string> }[]
        await this.press(this.damier.page.getByRole('radio', { name: forms[0]?.match[`side=${side}`] ?? '', exact: true }))
        if (square !== undefined) await this.tap(square)
        await this.press(this.button('build_check'))
        await this.settled()
        if (await this.button('step_next').isVisible()) return
        await this.hints()
        if (!(await this.pointedAt('tap')).includes(square ?? '')) return
      }
    }
  }

  /** Waits until the answer has been judged and shown. */
  private async settled(): Promise<void> {
    await atRest(this.damier.page)
    await expect(this.offeredHint.or(this.button('step_next')).first()).toBeVisible()
  }

  private inWords(): Promise<string> {
    const details = this.damier.page
      .getByRole('group')
      .filter({ hasText: this.word('in_words') })
      .last()
    return details.textContent().then((text) => (text ?? '').replaceAll('\u00a0', ' '))
  }

  /** The hint's button while it can be pressed. It vanishes with the answer, and `isEnabled` would wait for it. */
  private get offeredHint(): Locator {
    return this.damier.page.getByRole('button', { name: this.word('hint'), exact: true, disabled: false })
  }

  private get options(): Locator {
    const { page } = this.damier
    const group = page.getByRole('group', { name: this.word('count_question'), exact: true }).getByRole('button')
    const truth = this.button('true_answer').or(this.button('false_answer'))
    return group.or(truth).or(page.getByRole('main').getByRole('listitem').getByRole('button'))
  }

  private get board(): Locator {
    return this.damier.page.getByRole('grid')
  }

  private button(key: string): Locator {
    return this.damier.page.getByRole('button', { name: this.word(key), exact: true })
  }

  private word(key: string): string {
    return this.words[key] ?? key
  }

  private async press(what: Locator): Promise<void> {
    if (this.hands === 'touch') return this.damier.press(what)
    await what.focus()
    await this.damier.page.keyboard.press((await what.getAttribute('type')) === 'radio' ? 'Space' : 'Enter')
  }

  /** Taps a square and waits for its announcement: the button that follows takes the focus, and the next key would press it. */
  private async tapOne(square: string): Promise<void> {
    const before = await this.heard()
    await this.tap(square)
    await expect.poll(() => this.heard(), OFTEN).not.toEqual(before)
  }

  /** All announcements so far. */
  private heard(): Promise<string[]> {
    return this.damier.announcements.locator('p').allTextContents()
  }

  private async tap(square: string): Promise<void> {
    if (this.hands === 'touch') return this.damier.tap(square)
    await this.damier.square(square).focus()
    await this.damier.page.keyboard.press('Enter')
  }

  /** Taps the squares of a move, or types them. */
  private async move(squares: readonly string[]): Promise<void> {
    if (this.hands === 'touch') return this.damier.move(...squares)
    const box = this.damier.page.getByRole('textbox', { name: this.word('move_box') })
    if (!(await box.isVisible())) await this.press(this.damier.page.locator('summary', { hasText: this.word('moves_panel') }))
    await box.fill(squares.join(' '))
    await box.press('Enter')
  }
}
