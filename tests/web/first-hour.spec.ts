// The first hour of three people, tapped through with mistakes and hints: how far it is to a game.
import type { Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'
import { type Language, Learner, wordsOf } from './learner'

/** Counts the taps from the next page load on, but not those on the hint: the script finds its answers by them. */
async function countTaps(page: Page, hint: string): Promise<() => Promise<number>> {
  await page.addInitScript((hint) => {
    const counted = globalThis as unknown as { taps: number }
    counted.taps = 0
    const isHint = (target: EventTarget | null) => target instanceof Element && target.closest('button')?.textContent.trim() === hint
    addEventListener('pointerdown', ({ target }) => (counted.taps += isHint(target) ? 0 : 1), { capture: true })
  }, hint)
  return () => page.evaluate(() => (globalThis as unknown as { taps: number }).taps)
}

interface Way {
  steps: number
  taps: number
}

/** Answers the first question and plays lessons, with a mistake and three hints in every third step, until one leads to a game; begins it. */
async function untilGame(damier: Damier, language: Language, answer: string, game: string): Promise<Way> {
  const { page } = damier
  const words = wordsOf(language)
  const button = (key: string) => page.getByRole('button', { name: words[key] ?? '' })
  await damier.hurry()
  const taps = await countTaps(page, words.hint ?? '')
  await page.goto('./')
  await damier.press(button(answer))
  const learner = new Learner(damier, language, 'touch', 'third')
  let steps = 0
  while (!(await button(game).isVisible())) {
    if (steps > 0) await damier.press(button('lesson_following'))
    steps += await learner.lesson()
  }
  await damier.press(button(game))
  await expect(button('take_back')).toBeVisible()
  return { steps, taps: (await taps()) + Math.floor(steps / 3) * 3 }
}

const people = [
  { who: 'A French child', locale: 'fr-FR', language: 'fr', answer: 'first_not_yet', game: 'lesson_first_game', tag: ['@phone'] },
  {
    who: 'A Dutch newcomer',
    locale: 'nl-NL',
    language: 'nl',
    answer: 'first_not_yet',
    game: 'lesson_first_game',
    tag: ['@phone', '@deep'],
  },
  {
    who: 'A parent with house rules',
    locale: 'en-GB',
    language: 'en',
    answer: 'first_at_home',
    game: 'match_begin',
    tag: ['@phone', '@deep'],
  },
] as const

for (const { who, locale, language, answer, game, tag } of people) {
  test.describe(who, () => {
    test.use({ locale })

    test('comes to a game within 25 steps and 150 taps', { tag: [...tag] }, async ({ damier }) => {
      const way = await untilGame(damier, language, answer, game)
      test.info().annotations.push({ type: 'way', description: `${way.steps} steps, ${way.taps} taps` })
      expect(way.steps).toBeLessThanOrEqual(25)
      expect(way.taps).toBeLessThanOrEqual(150)
    })
  })
}
