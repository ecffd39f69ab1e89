// Every kind of step, solved by its hints after a wrong answer, in a lesson file; whole lessons from their first step to their last.
import { readFileSync } from 'node:fs'
import { expect, test } from './damier'
import { type Language, Learner, wordsOf } from './learner'

const own = new URL('kinds.toml', import.meta.url).pathname

test('Every kind of step is played from a lesson file', { tag: '@both' }, async ({ damier, page }, info) => {
  await damier.hurry()
  await damier.begin('Not yet')
  await page.goto('./#/learn')
  await page.getByLabel('Add a lesson file').setInputFiles(own)
  await damier.press(page.getByRole('link', { name: /^Every kind/ }))
  expect(await new Learner(damier, 'en', hands(info)).lesson()).toBe(14)
  await expect(page.getByRole('main').getByText('You have seen them all.')).toBeVisible()
})

/** Touch on the phone; keys and announcements alone on the desktop. */
function hands(info: { project: { name: string } }): 'touch' | 'keys' {
  return info.project.name === 'phone' ? 'touch' : 'keys'
}

/** The first lesson of each track. */
function firstLessons(): string[] {
  const tracks = readFileSync(new URL('../../core/lessons/data/tracks.toml', import.meta.url), 'utf8')
  return [...tracks.matchAll(/^lessons = \[\s*"([\w-]+)"/gm)].map(([, lesson = '']) => lesson)
}

for (const lesson of firstLessons()) {
  test(`the lesson ${lesson} is played from its first step to its last`, { tag: ['@phone', '@deep'] }, async ({ damier, page }) => {
    await damier.hurry()
    await damier.begin('In a club')
    await page.goto(`./#/learn/${lesson}`)
    expect(await new Learner(damier, 'en').lesson()).toBeGreaterThan(4)
  })
}

// An hour each.
for (const language of ['en', 'fr', 'nl', 'de'] as Language[]) {
  test(`every lesson in ${language}`, { tag: ['@phone', '@deep'] }, async ({ damier, page }) => {
    test.setTimeout(90 * 60_000)
    const words = wordsOf(language)
    await damier.hurry()
    await damier.begin('In a club')
    await page.goto('./#/settings')
    await damier.press(page.getByRole('radio', { name: { en: 'English', fr: 'Français', nl: 'Nederlands', de: 'Deutsch' }[language] }))
    await page.goto('./#/learn')
    await expect(page.getByRole('heading', { name: words.learn_title, level: 1 })).toBeVisible()
    await damier.unfold()
    const links = page.getByRole('main').getByRole('link', { name: /^\d+\. / })
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses.length).toBeGreaterThanOrEqual(31)
    // LESSONS=4,7 plays only these.
    const wanted = process.env.LESSONS?.split(',') ?? addresses.map((_, index) => String(index + 1))
    const failed: string[] = []
    for (const [index, address] of addresses.entries()) {
      const number = String(index + 1)
      if (!wanted.includes(number)) continue
      await test.step(`${language}, lesson ${number}`, async () => {
        try {
          await page.goto(`./${address}`)
          await expect(
            page
              .getByRole('grid')
              .or(page.getByRole('button', { name: words.show_me ?? '' }))
              .first(),
          ).toBeVisible()
          expect(await new Learner(damier, language).lesson()).toBeGreaterThan(3)
        } catch (thrown) {
          failed.push(`lesson ${number}, ${page.url()}: ${String(thrown)}`)
        }
      })
    }
    expect(failed).toEqual([])
  })
}
