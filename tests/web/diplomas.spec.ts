// The trial exam with some wrong answers, up to the certificate, and the album of named shots.
import { type Damier, expect, test } from './damier'
/** The answer to a task: moves on the board, or the name of a button. */
type Answer = number[][] | string

/** One answer per task. Four are wrong: two passed over, a number, and a move that loses a man. */
const ANSWERS: Answer[] = [
  [[18, 29]],
  'False',
  'Pass over this task',
  '3',
  'True',
  'False',
  '4',
  [
    [44, 39],
    [38, 9],
  ],
  'You must play it',
  'A capture was missed',
  [[37, 32]],
  [[35, 30]],
  [[31, 26]],
  [
    [10, 5],
    [5, 50],
  ],
  [[34, 29]],
  'Pass over this task',
  [
    [30, 24],
    [25, 3],
  ],
  [
    [37, 31],
    [32, 3],
  ],
  [
    [38, 33],
    [22, 33],
  ],
  [
    [39, 34],
    [25, 34],
  ],
]

async function answer(damier: Damier, task: number, wanted: Answer): Promise<void> {
  const { page } = damier
  const main = page.getByRole('main')
  await expect(main.getByText(`Task ${task} of 20`)).toBeVisible()
  if (typeof wanted === 'string') {
    await damier.press(main.getByRole('button', { name: wanted, exact: true }))
    if (wanted === 'Pass over this task') return
  } else {
    for (const [at, path] of wanted.entries()) {
      const [from = 0] = path
      // The opponent has replied.
      if (at > 0) await expect(damier.square(from)).toHaveAccessibleName(/white/)
      await expect(async () => {
        await damier.move(...path)
        await expect(damier.square(from)).not.toHaveAccessibleName(/white.*must take|white.*can move/, { timeout: 1500 })
      }).toPass()
    }
  }
  await expect(main.getByText('Your answer is noted.')).toBeVisible()
  await damier.press(main.getByRole('button', { name: task < 20 ? 'Next task' : 'Hand it in' }))
}

test('An exam with four wrong answers is marked, passed and certified', { tag: '@phone' }, async ({ damier, page }) => {
  test.slow()
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/learn')
  await damier.press(page.getByRole('link', { name: /^Diplomas/ }))
  await expect(page.getByRole('heading', { name: 'Opposition', level: 3 }).first()).toBeVisible()
  await damier.press(page.getByRole('link', { name: /^Take the trial exam.*Level 1/ }))
  await damier.press(page.getByRole('button', { name: 'Begin the exam' }))
  for (const [at, wanted] of ANSWERS.entries()) {
    if (at === 5) {
      // A reload keeps the answers.
      await page.reload()
      await damier.press(page.getByRole('button', { name: 'Go on at task 6' }))
    }
    await answer(damier, at + 1, wanted)
  }
  await expect(page.getByRole('heading', { name: '16 of 20 right' })).toBeVisible()
  const wrong = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(wrong).toHaveCount(4)
  await expect(wrong.nth(0)).toContainText('No answer.')
  await expect(wrong.nth(0)).toContainText('33 takes two men, 27 only one')
  await expect(wrong.nth(2)).toContainText('That costs a man: 25×34.')
  await damier.press(wrong.nth(2).getByRole('button', { name: /See what it leads to/ }))
  await expect(wrong.nth(2).getByRole('group', { name: 'See what it leads to' })).toBeVisible()
  await expect(wrong.nth(1)).toContainText('Your answer: 3')
  await damier.press(page.getByRole('link', { name: 'Certificate' }))
  await page.getByLabel('Name on the certificate').fill('Ann Example')
  const paper = page.getByRole('article')
  await expect(paper).toContainText('Ann Example')
  await expect(paper).toContainText('level 1')
  await expect(paper).toContainText('16 right answers of 20')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Name on the certificate')).toBeHidden()
  await expect(paper).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('./#/diplomas/2/certificate')
  await expect(page).toHaveURL(/#\/diplomas$/)
  await expect(page.getByText(/Passed on .*: 16 of 20\./)).toBeVisible()
})

test('A card of the album is replayed, leads to its lesson and puzzles, and is stamped', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/album')
  await damier.press(page.getByRole('link', { name: /^Mazette/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mazette')
  await expect(page.getByRole('main')).toContainText('coup de mazette')
  const replay = page.getByRole('group', { name: 'mazette' })
  await damier.press(replay.getByRole('button', { name: 'Start the slow replay' }))
  await expect(replay.getByText(/^(\d+) of \1$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /Lesson: / })).toBeVisible()
  await expect(page.getByRole('main').getByText('Not yet played in a game against the computer.')).toBeVisible()
  // A solved puzzle with this shot leads back to the card and stamps it.
  await page.goto('./#/puzzles/birch')
  await damier.move(28, 22)
  await expect(damier.square(28)).toHaveAccessibleName(/black/)
  await damier.move(32, 5)
  await damier.press(page.getByRole('link', { name: 'Its card in the album' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mazette')
  await expect(page.getByRole('main').getByText('solved', { exact: true })).toBeVisible()
})
