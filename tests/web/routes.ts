// Every page of the app, with something on it: what is measured of one is measured of all.
import type { Page } from '@playwright/test'
import { type Damier, expect } from './damier'

/** The pages that need no more than their address. */
const BARE = [
  '',
  'placement',
  'play',
  'play/game',
  'boards',
  'correspondence',
  'together',
  'programs',
  'table',
  'table/turkish',
  'clock',
  'learn',
  'learn/must-take',
  'learn/board/3',
  'rules',
  'rules/international',
  'rules/turkish',
  'rules/english',
  'article/4.13',
  'words',
  'words/turkish-stroke',
  'diplomas',
  'diplomas/1/exam',
  'album',
  'album/turkish-stroke',
  'pictures',
  'squares',
  'count',
  'endings',
  'endings/opposition',
  'games',
  'lesson-composer',
  'lesson-composer/international/W:W31,32:B18,19',
  'lesson-sheet',
  'puzzles',
  'puzzles/boxwood',
  'training/rated',
  'storm',
  'shot-or-not',
  'defend',
  'blind',
  'mix',
  'set-aside',
  'compose',
  'study',
  'analysis',
  'library/1/review',
  'library',
  'library/1',
  'library/1/print',
  'search',
  'editor',
  'picture',
  'repertoire',
  'repertoire/practise',
  'mistakes',
  'where-you-lose',
  'settings',
  'people',
  'licences',
  'nosuchpage',
] as const

/** A first visit that has a game in play, a set of puzzles, a game by correspondence and a link; answers with every address. */
export async function furnish(damier: Damier): Promise<string[]> {
  const { page } = damier
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Share' }))
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'The address' })
  await expect(field).toHaveValue(/#\/link\/[\w-]+$/)
  const link = (await field.inputValue()).split('#/')[1] ?? ''
  await page.keyboard.press('Escape')

  await page.goto('./#/puzzles')
  const games = '[White "Ann"]\n[Black "Ben"]\n[FEN "W:W28,32,37:B10,17,19"]\n\n1. 28-23 19x28 2. 32x23 *\n'
  await page.getByLabel('Make a set from a file').setInputFiles({ name: 'Friday.pdn', mimeType: 'text/plain', buffer: Buffer.from(games) })
  await damier.press(page.getByRole('link', { name: 'Friday' }))
  await expect(page).toHaveURL(/#\/sets\/\d+$/)
  const set = page.url().split('#/')[1] ?? ''

  await page.goto('./#/correspondence')
  await damier.press(page.getByRole('button', { name: 'New correspondence game' }))
  await page.getByRole('textbox', { name: 'Your opponent’s name' }).fill('Chloé')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await damier.press(page.getByRole('radio', { name: 'White' }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page).toHaveURL(/#\/correspondence\/\d+$/)
  const letter = page.url().split('#/')[1] ?? ''

  return [...BARE, set, `${set}/sheet`, letter, link]
}

/** Opens a page from the one before, and waits until nothing of it changes any more, or what runs there runs on. */
export async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => (location.hash = `#/${to}`), address)
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await settled(page)
}

/** Nothing changes for so long, or so long has gone by; milliseconds. */
const [QUIET, PATIENCE] = [150, 1500]

async function settled(page: Page): Promise<void> {
  await page.evaluate(
    ([quiet, patience]) =>
      new Promise<void>((resolve) => {
        let rest = setTimeout(done, quiet)
        const watch = new MutationObserver(() => {
          clearTimeout(rest)
          rest = setTimeout(done, quiet)
        })
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        const end = setTimeout(done, patience)
        function done(): void {
          watch.disconnect()
          clearTimeout(end)
          resolve()
        }
      }),
    [QUIET, PATIENCE] as const,
  )
}
