// The app as its tests speak of it: pages by their names, squares by their numbers, what is announced. Knows roles and words, no markup.
import { type Locator, type Page, test as base, expect } from '@playwright/test'

export { expect }

export class Damier {
  constructor(
    readonly page: Page,
    private readonly isTouch: boolean,
  ) {}

  /** From the next page on nobody looks at what is shown: the page's waits pass ten times as fast. */
  async hurry(): Promise<void> {
    await this.page.addInitScript(() => {
      const wait = window.setTimeout.bind(window)
      window.setTimeout = ((work: TimerHandler, millis = 0, ...rest: unknown[]) => wait(work, millis / 10, ...rest)) as typeof setTimeout
    })
  }

  /** On the page of the school: every track unfolded. */
  async unfold(): Promise<void> {
    const tracks = this.page.getByRole('main').locator('details')
    await expect(tracks.first()).toBeVisible()
    await tracks.evaluateAll((all) => all.forEach((track) => track.setAttribute('open', '')))
  }

  /** The first visit, with its question answered; resolves on the page it leads to. */
  async begin(answer: 'Not yet' | 'The way we play at home' | 'In a club'): Promise<void> {
    await this.page.goto('./')
    await this.press(this.page.getByRole('button', { name: answer }))
    await expect(this.page.getByRole('grid')).toBeVisible()
  }

  /** A game of two people at one board: the tests play both sides. */
  async twoPeople(): Promise<void> {
    await this.begin('In a club')
    await this.twoPeopleFromMenu()
  }

  /** The same, from a game that is on the board. */
  async twoPeopleFromMenu(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Menu' }))
    await this.press(this.page.getByRole('button', { name: 'New game' }))
    await this.beginForTwo()
    await expect(this.square(32)).toHaveAccessibleName(/white man/)
  }

  /** The same from a position of any game, set up in the editor. */
  async playFrom(variant: string, fen: string): Promise<void> {
    await this.begin('In a club')
    await this.page.goto(`./#/editor/${variant}/${encodeURIComponent(fen)}`)
    const play = this.page.getByRole('button', { name: 'Play from here' })
    // Until the core has looked at the position it cannot be played.
    await expect(play).toBeEnabled()
    await this.press(play)
    await this.beginForTwo()
    await expect(this.page.getByRole('grid')).toBeVisible()
    await expect(this.moves).toBeVisible()
  }

  private async beginForTwo(): Promise<void> {
    await this.press(this.page.getByRole('radio', { name: 'Two people, one board' }))
    await this.press(this.page.getByRole('button', { name: 'Begin' }))
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    // Until then a tap means nothing.
    await expect(this.announcements).toContainText('The game begins, for two.')
  }

  /** Touches or clicks, whichever this visitor does, once it can be pressed, stands still and has nothing over it. */
  async press(what: Locator): Promise<void> {
    await what.waitFor()
    // A radio button lies under its label.
    const within = await what.evaluate((element) => element instanceof HTMLInputElement && element.closest('label') !== null)
    const shown = within ? what.locator('xpath=ancestor::label[1]') : what
    await expect(what).toBeEnabled()
    // Clear of the bar at the foot of a phone, as a person scrolls.
    if (this.isTouch) await shown.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    if (this.isTouch) await shown.tap()
    else await shown.click()
  }

  /** A square by its name: 32, "c3". */
  square(name: number | string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  }

  /** The middle of a square on the screen. */
  async middle(name: number | string): Promise<{ x: number; y: number }> {
    // A page that has just come may put another board in its place.
    let box: { x: number; y: number; width: number; height: number } | null = null
    await expect(async () => {
      await this.square(name).scrollIntoViewIfNeeded({ timeout: 5000 })
      box = await this.square(name).boundingBox()
      expect(box, `square ${name} is shown`).not.toBeNull()
    }).toPass()
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Taps a square as a finger does, in its middle or so far beside it, whatever lies on top. */
  async tap(name: number | string, beside: { x: number; y: number } = { x: 0, y: 0 }): Promise<void> {
    const middle = await this.middle(name)
    const [x, y] = [middle.x + beside.x, middle.y + beside.y]
    if (this.isTouch) await this.page.touchscreen.tap(x, y)
    else await this.page.mouse.click(x, y)
  }

  /** Taps the piece, then each square on its way. */
  async move(...path: (number | string)[]): Promise<void> {
    for (const square of path) await this.tap(square)
  }

  /** The squares whose pieces may move now, by what their names say. */
  async movable(): Promise<number[]> {
    return this.squaresNamed(/can move|must take/)
  }

  /** The squares where the piece in hand may land. */
  async landings(): Promise<number[]> {
    return this.squaresNamed(/you may land here/)
  }

  private async squaresNamed(what: RegExp): Promise<number[]> {
    const names = await this.page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''))
    return names.filter((name) => what.test(name)).map((name) => Number.parseInt(name))
  }

  get moves(): Locator {
    return this.page.getByRole('region', { name: 'The moves played' }).or(this.page.getByLabel('The moves played'))
  }

  get announcements(): Locator {
    return this.page.getByRole('log')
  }

  /** Waits until something was announced. */
  async hears(what: string | RegExp): Promise<void> {
    await expect(this.announcements).toContainText(what)
  }
}

export const test = base.extend<{ damier: Damier }>({
  damier: async ({ page, hasTouch }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    // No network: nothing is asked of anybody but the server that the app came from.
    const abroad: string[] = []
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && !['localhost', 'damier.test'].includes(hostname)) abroad.push(request.url())
    })
    await use(new Damier(page, hasTouch ?? false))
    expect(abroad).toEqual([])
    // Being offline is an error to the console only, and so is what a service worker could not fetch then.
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))).toEqual([])
  },
})
