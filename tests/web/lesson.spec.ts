// A lesson by taps: a wrong try is explained, the right one leads on, and what is done is kept.
import { expect, test } from './damier'

test('the first lesson: a wrong try, a capture in two taps, tapped squares, kept progress', async ({ damier, page }) => {
  await damier.begin('Not yet')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'The board' })).toBeVisible()
  await expect(main.getByText(/You play White, at the bottom/)).toBeVisible()
  await damier.hears('Step 1')

  // Onto the man instead of behind it.
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

  await expect(main.getByText(/dark square in the corner at their left/)).toBeVisible()
  await damier.tap(5)
  await expect(main.getByText(/That corner is at the left of your opponent/)).toBeVisible()
  await damier.tap(46)
  await expect(main.getByText('That is the one.', { exact: false })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Continue' }))

  for (const [before, square] of [46, 47, 48, 49].entries()) {
    await damier.tap(square)
    await expect(main.getByText(`${before + 1} of 5`)).toBeVisible()
  }
  await damier.tap(50)
  await expect(main.getByText('That is your base.', { exact: false })).toBeVisible()

  await page.goto('./#/learn')
  await page.reload()
  await expect(page.getByRole('link', { name: /The board \d/ })).toContainText(/3 of \d/)
})

test('every lesson opens on its first step, in French too', async ({ damier, page, hasTouch }) => {
  test.skip(!hasTouch, 'the same at a desk')
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
