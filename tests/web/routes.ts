// Every page of the app. All pages are measured alike.
import type { Page } from '@playwright/test'
import { type Damier, expect } from './damier'
import { atRest } from './rest'

/** `board`: the page shows a board of full size. `near`: the page is at most two taps from Today. */
type Flag = 'board' | 'near'

/** The pages that need only their address. */
const PAGES: Readonly<Record<string, readonly Flag[]>> = {
  '': ['near'],
  placement: ['near'],
  play: ['near'],
  handicap: ['near'],
  'play/game': ['board', 'near'],
  boards: ['near'],
  correspondence: ['near'],
  together: [],
  programs: [],
  table: ['board', 'near'],
  'table/turkish': [],
  clock: ['near'],
  learn: ['near'],
  'learn/must-take': ['board'],
  'learn/board/3': [],
  rules: ['near'],
  'rules/international': [],
  'rules/turkish': [],
  'rules/english': [],
  'article/4.13': [],
  words: ['near'],
  'words/turkish-stroke': [],
  diplomas: ['near'],
  'diplomas/1/exam': [],
  album: ['near'],
  'album/turkish-stroke': [],
  pictures: ['near'],
  squares: ['board', 'near'],
  count: ['board', 'near'],
  endings: ['near'],
  'endings/opposition': ['board'],
  games: ['near'],
  'lesson-composer': [],
  'lesson-composer/international/W:W31,32:B18,19': ['board'],
  'lesson-sheet': [],
  puzzles: ['near'],
  'puzzles/boxwood': ['board'],
  'training/rated': ['board'],
  storm: ['board', 'near'],
  'shot-or-not': ['board', 'near'],
  defend: ['board', 'near'],
  blind: ['board', 'near'],
  mix: ['near'],
  ideas: [],
  compose: ['board', 'near'],
  study: ['near'],
  analysis: ['near'],
  'library/1/review': [],
  library: ['near'],
  'library/1': ['board'],
  'library/1/print': [],
  search: ['board', 'near'],
  editor: ['board', 'near'],
  picture: [],
  repertoire: ['near'],
  'repertoire/practise': [],
  mistakes: ['near'],
  'where-you-lose': ['near'],
  settings: ['near'],
  people: ['near'],
  licences: ['near'],
  nosuchpage: [],
}

/** The addresses of the pages, or of those with a flag. */
export const addresses = (flag?: Flag): string[] => Object.keys(PAGES).filter((address) => !flag || PAGES[address]?.includes(flag))

/** True if the page at an address shows a board of full size. */
export const hasBoard = (address: string): boolean => PAGES[address]?.includes('board') ?? /^(link|correspondence)\/./.test(address)

/** Makes a first visit with a game in play, a set of puzzles, a game by correspondence and a link. Returns the addresses of the last three. */
export async function furnish(damier: Damier): Promise<{ set: string; letter: string; link: string }> {
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

  return { set, letter, link }
}

/** Opens a page from the one before, and waits until it is at rest. */
export async function open(page: Page, address: string): Promise<void> {
  // Each new page takes the focus.
  await page.evaluate((to) => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    document.documentElement.removeAttribute('data-opened')
    addEventListener('focusin', () => document.documentElement.setAttribute('data-opened', ''), { once: true })
    location.hash = `#/${to}`
  }, address)
  await expect(page.locator('html'), address).toHaveAttribute('data-opened')
  await atRest(page)
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}
