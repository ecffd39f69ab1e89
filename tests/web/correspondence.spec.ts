// A game by correspondence: two browsers that exchange nothing but lines of text.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Damier, expect, test } from './damier'

/** A player with a browser of the test's size. */
class Player {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly damier: Damier,
  ) {}

  static async comes(browser: Browser, like: Page, hasTouch: boolean): Promise<Player> {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: like.viewportSize(),
      reducedMotion: 'reduce',
      hasTouch,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    const damier = new Damier(page, hasTouch)
    await damier.begin('In a club')
    return new Player(context, page, damier)
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name })

  /** Sends the text in the sheet and returns it. */
  async send(): Promise<string> {
    const dialog = this.page.getByRole('dialog')
    const text = await dialog.getByRole('textbox', { name: 'The text to send' }).inputValue()
    await this.damier.press(dialog.getByRole('button', { name: 'It is sent' }))
    await expect(dialog).toHaveCount(0)
    return text
  }

  async plays(...path: number[]): Promise<string> {
    await this.damier.move(...path)
    await expect(this.page.getByRole('dialog', { name: 'Send the line' })).toBeVisible()
    return this.send()
  }

  /** Pastes a received line on the page of all games. */
  async pastes(text: string): Promise<void> {
    await this.page.goto('./#/correspondence')
    await this.page.getByRole('textbox', { name: 'A line that you were sent' }).fill(text)
    await this.damier.press(this.button('Open'))
  }
}

test('A game goes to and fro as lines, with a prepared reply and wrong lines', async ({ browser, page, hasTouch }) => {
  const touch = hasTouch ?? false
  const anna = await Player.comes(browser, page, touch)
  const bruno = await Player.comes(browser, page, touch)

  // Anna begins with White.
  await anna.page.goto('./#/play')
  await anna.damier.press(anna.page.getByRole('link', { name: /By correspondence/ }))
  await anna.damier.press(anna.button('New correspondence game'))
  await anna.page.getByRole('textbox', { name: 'Your opponent’s name' }).fill('Bruno')
  await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await anna.damier.press(anna.page.getByRole('radio', { name: 'White' }))
  await anna.damier.press(anna.button('Begin'))
  await expect(anna.page.getByText('Your move.', { exact: true })).toBeVisible()
  const first = await anna.plays(32, 28)
  expect(first).toMatch(/^Damier · Anna – Bruno · 1\. 32-28 · http:\/\/localhost:\d+\/#\/link\/[\w-]+$/)
  await expect(anna.page.getByText('Waiting for Bruno, 3 days left.')).toBeVisible()

  // She prepares a reply to a move he may play.
  await anna.damier.press(anna.button('Prepare a reply'))
  await expect(anna.page.getByText('Play the move that you expect from Bruno.')).toBeVisible()
  await anna.damier.move(19, 23)
  await expect(anna.page.getByText('Now play your answer to it.')).toBeVisible()
  await anna.damier.move(28, 19)
  await anna.damier.press(anna.button('Keep'))
  await expect(anna.page.getByText('If 19-23, then 28×19')).toBeVisible()

  // Bruno pastes the whole message; the game is new on his device.
  await bruno.pastes(`Hi! ${first}\n\nSent from a phone`)
  await expect(bruno.page.getByText('This game is not here yet. You would play it as Bruno.')).toBeVisible()
  await bruno.damier.press(bruno.button('Play it here'))
  await expect(bruno.page).toHaveURL(/#\/correspondence\/\d+$/)
  await expect(bruno.damier.square(28)).toHaveAccessibleName(/white man/)
  const second = await bruno.plays(19, 23)

  // The link opens her game, and the prepared reply is played at once.
  await anna.page.goto(`./#/link/${second.split('/').at(-1)}`)
  await expect(anna.page.getByText('The reply that you prepared, 28×19, was played.')).toBeVisible()
  await expect(anna.damier.moves.getByRole('button')).toHaveCount(3)
  await anna.damier.press(anna.page.getByRole('button', { name: 'Send', exact: true }))
  const third = await anna.send()

  // An old line, his own line, a changed line and plain text are refused.
  await bruno.pastes(first)
  await expect(bruno.page.getByText('This line is old: it ends at move 1, and the game here is at move 1.')).toBeVisible()
  await bruno.pastes(second)
  await expect(bruno.page.getByText('This is your own line: it is for your opponent.')).toBeVisible()
  const at = third.length - 30
  await bruno.pastes(third.slice(0, at) + (third[at] === 'a' ? 'b' : 'a') + third.slice(at + 1))
  await expect(bruno.page.getByText('The link is incomplete or was changed on its way.')).toBeVisible()
  await bruno.pastes('Hello')
  await expect(bruno.page.getByText(/This is no link of Damier/)).toBeVisible()

  // The right line can be pasted on any page.
  await bruno.page.goto('./#/study')
  await bruno.page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, `${third}\nSent from a phone`)
  await expect(bruno.page.getByText('Your move. You must take.')).toBeVisible()
  await expect(bruno.damier.moves.getByRole('button')).toHaveCount(3)

  // A move can be taken back before it is sent.
  await bruno.damier.move(14, 23)
  await bruno.damier.press(bruno.button('Take the move back'))
  await expect(bruno.page.getByText('Your move. You must take.')).toBeVisible()

  // He resigns, and her copy of the game ends too.
  await bruno.damier.press(bruno.button('Resign'))
  await bruno.damier.press(bruno.page.getByRole('dialog').getByRole('button', { name: 'Resign' }))
  const last = await bruno.send()
  expect(last).toContain('· 2-0 ·')
  await anna.pastes(last)
  await expect(anna.page.getByText(/You win/)).toBeVisible()
  await anna.page.goto('./#/correspondence')
  await expect(anna.page.getByRole('region', { name: 'Ended' }).getByRole('link')).toHaveCount(1)

  await anna.context.close()
  await bruno.context.close()
})

test('A reminder is a calendar file, and the list says whose turn it is', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/correspondence')
  await damier.press(page.getByRole('button', { name: 'New correspondence game' }))
  await page.getByRole('textbox', { name: 'Your opponent’s name' }).fill('Chloé')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await damier.press(page.getByRole('radio', { name: 'Black' }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByText('The invitation is ready: Chloé begins.')).toBeVisible()
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Put the day in my calendar' }))
  expect((await download).suggestedFilename()).toMatch(/^damier-[0-9a-f]{4}\.ics$/)
  await page.goto('./#/correspondence')
  const list = page.getByRole('region', { name: 'For you to do' })
  await expect(list.getByRole('link')).toHaveAccessibleName(/Chloé.*Not sent yet/)
  await page.goto('./#/')
  await expect(page.getByText('1 game by correspondence waits for you')).toBeVisible()
})

test('A position goes by letter, and the rematch begins there with colours changed', async ({ browser, page, hasTouch }) => {
  const touch = hasTouch ?? false
  const anna = await Player.comes(browser, page, touch)
  const bruno = await Player.comes(browser, page, touch)
  await anna.page.goto(`./#/editor/international/${encodeURIComponent('W:W28,32,37:B10,17,19')}`)
  const begin = anna.button('Play it by correspondence')
  await expect(begin).toBeEnabled()
  await anna.damier.press(begin)
  await anna.page.getByRole('textbox', { name: 'Your opponent’s name' }).fill('Bruno')
  await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna')
  await anna.damier.press(anna.page.getByRole('dialog').getByRole('radio', { name: 'White' }))
  await anna.damier.press(anna.button('Begin'))
  await expect(anna.page.getByText('Your move.', { exact: true })).toBeVisible()
  // The position travels with the move.
  await bruno.pastes(await anna.plays(28, 22))
  await bruno.damier.press(bruno.button('Play it here'))
  await expect(bruno.damier.square(22)).toHaveAccessibleName(/white man/)
  await expect(bruno.damier.square(1)).toHaveAccessibleName(/empty/)
  await bruno.damier.press(bruno.button('Resign').first())
  await bruno.damier.press(bruno.page.getByRole('dialog').getByRole('button', { name: 'Resign' }))
  await anna.pastes(await bruno.send())
  await expect(anna.page.getByText(/You win/)).toBeVisible()
  // The rematch starts from the same position, and Bruno begins.
  await anna.damier.press(anna.button('Another game, colours changed'))
  await expect(anna.page.getByText('The invitation is ready: Bruno begins.')).toBeVisible()
  await expect(anna.damier.square(28)).toHaveAccessibleName(/white man/)
  await anna.damier.press(anna.page.getByRole('group', { name: 'The game' }).getByRole('button', { name: 'Send the line' }))
  await bruno.pastes(await anna.send())
  await bruno.damier.press(bruno.button('Play it here'))
  await expect(bruno.page.getByText('Your move. 3 days left.')).toBeVisible()
  await anna.context.close()
  await bruno.context.close()
})
