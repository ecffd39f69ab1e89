// A lesson by taps: a wrong try is explained, the right one leads on, and progress is kept.
import { expect, test } from './damier'
import { Learner } from './learner'

test(
  'Translated lessons are in Russian, and the others say they are in English',
  { tag: ['@phone', '@main'] },
  async ({ damier, page }) => {
    await damier.begin('Not yet')
    await page.goto('./#/settings')
    await damier.press(page.getByRole('radio', { name: 'Русский' }))
    const main = page.getByRole('main')
    await page.goto('./#/learn/man-move')
    await expect(main.getByText(/^Вы играете белыми, они внизу/)).toBeVisible()
    await expect(main.getByText(/английский/)).toHaveCount(0)
    await page.goto('./#/learn/board')
    await expect(main.getByText(/английский/)).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Подсказка' }))
    await expect(main.locator('[lang="en"]').first()).toBeVisible()
  },
)

test('The first lesson explains a wrong try and keeps the progress', { tag: ['@phone', '@main'] }, async ({ damier, page }) => {
  await damier.begin('Not yet')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'How a man moves' })).toBeVisible()
  await expect(main.getByText(/You play White, at the bottom/)).toBeVisible()
  await damier.hears('Step 1')

  // The wrong try lands on the man instead of behind it.
  await damier.move(32, 28)
  await expect(main.getByText(/Go over it and land just behind it/)).toBeVisible()
  await damier.hears(/Not yet\. .*Go over it/)

  await damier.press(page.getByRole('button', { name: 'Hint' }))
  await damier.hears(/touches the black man/)

  await damier.move(32, 23)
  await expect(main.getByText(/You leapt over the black man/)).toBeVisible()
  await damier.hears('Right.')
  await expect(damier.square(28)).toHaveAccessibleName(/empty/)
  await damier.press(page.getByRole('button', { name: 'Continue' }))

  // A line to watch, then squares to tap.
  await damier.press(page.getByRole('button', { name: 'Show me' }))
  await damier.press(page.getByRole('button', { name: 'Continue' }))
  await expect(main.getByText(/Tap the two squares it can go to/)).toBeVisible()
  await damier.tap(38)
  await expect(main.getByText(/A man moves forward, not back/)).toBeVisible()
  await damier.tap(28)
  await expect(main.getByText('1 of 2')).toBeVisible()
  await damier.tap(29)
  await expect(main.getByText('that is all a man does when it moves', { exact: false })).toBeVisible()

  await page.goto('./#/learn')
  await page.reload()
  await expect(page.getByRole('link', { name: /How a man moves \d/ })).toContainText(/3 of \d/)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('The board keeps its pieces through a refutation, a slow replay and an end', { tag: '@phone' }, async ({ damier, page }) => {
    await damier.hurry()
    await damier.begin('In a club')
    /** The numbers of pieces in the frames since the last call, each change once. */
    const frames = () => page.evaluate(() => (window as unknown as { counts: number[] }).counts.splice(0))
    await page.addInitScript(() => {
      const counts: number[] = []
      Object.assign(window, { counts })
      const count = () => {
        const now = document.querySelectorAll('.board-pieces .piece, .actor:not(.gone)').length
        if (document.querySelector('main.board-page') && counts.at(-1) !== now) counts.push(now)
        requestAnimationFrame(count)
      }
      count()
    })
    await page.goto('./#/learn/must-take/8')
    await page.reload()
    await expect(damier.square(37)).toHaveAccessibleName(/white man/)
    await frames()
    await damier.move(37, 32)
    await damier.hears('Not yet.')
    await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled()
    // The reply takes one man, and white takes it back.
    expect((await frames()).filter((count) => count < 11)).toEqual([])

    await page.goto('./#/learn/must-take/1')
    await expect(page.getByRole('img', { name: 'Step 1 of 9' })).toBeVisible()
    await frames()
    await damier.press(page.getByRole('button', { name: 'In slow replay' }))
    await damier.press(page.getByRole('button', { name: 'Show me' }))
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await expect(damier.square(18)).toHaveAccessibleName(/white man/)
    expect((await frames()).filter((count) => count < 8)).toEqual([])

    await page.goto('./#/learn/must-take/9')
    await damier.move(38, 49)
    await expect(damier.square(43)).toHaveAccessibleName(/empty/)
    await frames()
    await damier.press(page.getByRole('button', { name: 'Continue' }))
    await expect(page.getByRole('heading', { name: /^Steps 2, 3.* are left$/ })).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Go to step 2' }))
    await expect(page.getByRole('img', { name: 'Step 2 of 9' })).toBeVisible()
    expect((await frames()).filter((count) => count < 11)).toEqual([])
  })
})

test('Every lesson opens on its first step, in French', { tag: ['@phone', '@deep'] }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('Not yet')
  await page.goto('./#/settings')
  await damier.press(page.getByRole('radio', { name: 'Français' }))
  await page.goto('./#/learn')
  await damier.unfold()
  const lessons = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^\d+\. / })
  const links = await lessons.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href') ?? '', link.querySelector('.title')?.textContent ?? '']),
  )
  expect(links.length).toBeGreaterThanOrEqual(31)
  for (const [address = '', title = ''] of links) {
    await page.evaluate((hash) => (location.hash = hash), address)
    await expect(page.getByRole('heading', { name: title.replace(/^\d+\. /, '').trim() })).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
  }
})

/** A backup of a learner who finished the first lesson a month ago. */
function finishedAMonthAgo(): string {
  const steps = ['first-capture', 'watch', 'where', 'numbers', 'first-move', 'edge', 'blocked', 'walk', 'start']
  const at = Date.now() - 30 * 86_400_000
  return [
    { damier: { version: 5, at } },
    { profile: { id: 1, name: 'Ada', colour: 0, experience: 'notYet', created: at, used: Date.now() + 60_000 } },
    ...steps.map((step) => ({ lessonStep: { profile: 1, lesson: 'man-move', step, mistakes: 0, hints: 0, done: at } })),
    { end: { lines: steps.length + 1 } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

test('A finished lesson comes back by one step, and Today says what was done', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const backup = { name: 'ada.damier', mimeType: 'application/octet-stream', buffer: Buffer.from(finishedAMonthAgo()) }
  await damier.press(page.getByRole('button', { name: 'The library' }))
  const chooser = page.waitForEvent('filechooser')
  await damier.press(page.getByRole('button', { name: 'Restore a backup' }))
  await (await chooser).setFiles(backup)
  await expect(page.getByRole('dialog').getByText(/restored/)).toBeVisible()
  // Restoring changes nobody's turn.
  await page.goto('./#/people')
  await page.reload()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada' }).getByRole('button').first().click()
  await expect(page.getByRole('main').getByRole('link', { name: /Who plays\?/ })).toHaveAccessibleName(/Ada/)
  await page.goto('./#/today')
  const day = page.getByRole('main')
  await damier.press(day.getByRole('link', { name: /Lesson to go over again/ }))
  await expect(page.getByText('One step of this lesson, so that it stays.')).toBeVisible()
  await new Learner(damier, 'en').step()
  await damier.press(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { name: 'Repeated' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/comes back on \w+ \d+/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Back to Today' }))
  await expect(day.getByText('Today’s repetition is done')).toBeVisible()
  await expect(day.getByRole('link', { name: /Lesson to go over again/ })).toHaveCount(0)
})
