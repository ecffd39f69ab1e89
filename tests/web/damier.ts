// The app in the words of its tests: pages by name, squares by number, announcements. It uses roles and texts, no markup.
import { type Locator, type Page, test as base, expect } from '@playwright/test'
import { watch } from './rest'

export { expect }

export class Damier {
  constructor(
    readonly page: Page,
    private readonly isTouch: boolean,
  ) {}

  /** Makes the app's waits ten times shorter from the next page load on. */
  async hurry(): Promise<void> {
    await this.page.addInitScript(() => {
      const { watched } = globalThis as unknown as { watched: { waits: number } }
      const wait = async (millis: number): Promise<void> => {
        watched.waits++
        await new Promise((resolve) => setTimeout(resolve, millis / 10))
        watched.waits--
      }
      Object.assign(globalThis, { damierPace: { wait } })
    })
  }

  /** Makes the computer wait with its moves until `letThink`, from the next page load on. */
  async holdComputer(): Promise<void> {
    await this.page.addInitScript(() => {
      // The computer waits for less than a second; longer waits limit how long a move is shown.
      const released = new Promise<void>((resolve) => Object.assign(globalThis, { letThink: resolve }))
      const wait = (millis: number): Promise<void> => (millis < 1000 ? released : new Promise((resolve) => setTimeout(resolve, millis)))
      Object.assign(globalThis, { damierPace: { wait } })
    })
  }

  /** Lets the held computer play its moves. */
  async letThink(): Promise<void> {
    await this.page.evaluate(() => (globalThis as unknown as { letThink: () => void }).letThink())
  }

  /** Unfolds every track on the page Learn. */
  async unfold(): Promise<void> {
    const tracks = this.page.getByRole('main').locator('details')
    await expect(tracks.first()).toBeVisible()
    await tracks.evaluateAll((all) => all.forEach((track) => track.setAttribute('open', '')))
  }

  /** Makes a first visit and answers its question; resolves on the page that follows. */
  async begin(answer: string): Promise<void> {
    await this.page.goto('./')
    await this.press(this.page.getByRole('button', { name: answer }))
    await expect(this.page.getByRole('grid')).toBeVisible()
  }

  /** Begins a game of two people at one board on a first visit: the tests play both sides. */
  async twoPeople(): Promise<void> {
    await this.begin('In a club')
    await this.twoPeopleFromMenu()
  }

  /** Begins a game of two people from a game on the board. */
  async twoPeopleFromMenu(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Menu' }))
    await this.press(this.page.getByRole('button', { name: 'New game' }))
    await this.beginForTwo()
    await expect(this.square(32)).toHaveAccessibleName(/white man/)
  }

  /** Begins a game of two people from a position of any game, through the editor. */
  async playFrom(variant: string, fen: string): Promise<void> {
    await this.begin('In a club')
    await this.page.goto(`./#/editor/${variant}/${encodeURIComponent(fen)}`)
    const play = this.page.getByRole('button', { name: 'Play from here' })
    // The core checks the position first.
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
    // The board takes no tap earlier.
    await expect(this.announcements).toContainText('The game begins, for two.')
  }

  /** The button that names the chosen game. */
  game(name: string | RegExp = /^The game: /): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Chooses a game by its name on the wall of boards. */
  async chooseGame(name: string): Promise<void> {
    await this.press(this.game())
    const wall = this.page.getByRole('dialog', { name: 'The game' })
    await this.press(wall.getByRole('button', { name, exact: true }))
    await expect(wall).toHaveCount(0)
    await expect(this.game(`The game: ${name}`)).toBeFocused()
  }

  /** Taps or clicks, depending on the project, once the element is enabled, stable and uncovered. */
  async press(what: Locator): Promise<void> {
    await what.waitFor()
    // A radio button lies under its label.
    const within = await what.evaluate((element) => element instanceof HTMLInputElement && element.closest('label') !== null)
    const shown = within ? what.locator('xpath=ancestor::label[1]') : what
    await expect(what).toBeEnabled()
    // Away from the bar at the foot of a phone.
    if (this.isTouch) await shown.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    if (this.isTouch) await shown.tap()
    else await shown.click()
  }

  /** A square by its name: 32 or "c3". */
  square(name: number | string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  }

  /** The middle of a square on the screen. */
  async middle(name: number | string): Promise<{ x: number; y: number }> {
    // A page that has just opened may replace its board.
    let box: { x: number; y: number; width: number; height: number } | null = null
    await expect(async () => {
      await this.square(name).scrollIntoViewIfNeeded({ timeout: 5000 })
      box = await this.square(name).boundingBox()
      expect(box, `square ${name} is shown`).not.toBeNull()
    }).toPass()
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }

  /** Taps the middle of a square, or a point beside it, even if something covers it. */
  async tap(name: number | string, beside: { x: number; y: number } = { x: 0, y: 0 }): Promise<void> {
    const middle = await this.middle(name)
    const [x, y] = [middle.x + beside.x, middle.y + beside.y]
    if (this.isTouch) await this.page.touchscreen.tap(x, y)
    else await this.page.mouse.click(x, y)
  }

  /** Taps a piece, then each square of its path. */
  async move(...path: (number | string)[]): Promise<void> {
    for (const square of path) await this.tap(square)
  }

  /** Squares with a piece that can move now. */
  async movable(): Promise<number[]> {
    return this.squaresNamed(/can move|must take/)
  }

  /** Squares where the piece in hand can land. */
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

  /** The line that opens the moves to play; the menu has a button of the same name. */
  private get movesPanel(): Locator {
    return this.page.locator('summary', { hasText: 'Moves you can play' })
  }

  /** Opens the moves to play as a list. Its line shows when it has the focus. */
  async openMoves(): Promise<void> {
    await this.movesPanel.focus()
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByRole('textbox', { name: 'Type a move' })).toBeVisible()
  }

  async closeMoves(): Promise<void> {
    await this.press(this.movesPanel)
    await expect(this.page.getByRole('textbox', { name: 'Type a move' })).toHaveCount(0)
  }

  get announcements(): Locator {
    return this.page.getByRole('log')
  }

  /** Waits for an announcement. */
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
    // The app may ask nobody but its own server.
    const abroad: string[] = []
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && !['localhost', 'damier.test'].includes(hostname)) abroad.push(request.url())
    })
    await watch(page)
    await use(new Damier(page, hasTouch ?? false))
    expect(abroad).toEqual([])
    // The console reports requests that fail offline, also those of a service worker.
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))).toEqual([])
  },
})
