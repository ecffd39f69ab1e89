// Playing without seeing the screen: the board in words, questions by keys and in the move box, the platform's speech, and full games by
// keys or through the accessibility tree.
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './damier'

/** A seeded generator, so that each run plays the same game. */
function dice(seed: number): (count: number) => number {
  return (count) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * count)
  }
}

test('The board answers keys only while it has the focus', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W31,K40:B27,35')
  const grid = page.getByRole('grid', { name: 'The board' })
  await expect(grid.getByRole('row')).toHaveCount(10)
  await expect(grid.getByRole('gridcell')).toHaveCount(50)
  await expect(damier.square(31)).toHaveAccessibleName('31, white man, must take')
  await damier.square(31).press('c')
  await damier.hears('White to move. You must take: 31 takes 27, lands 22')
  await damier.square(31).press('r')
  await damier.hears('Row 7: 31 white man, 32 empty, 33 empty, 34 empty, 35 black man.')
  await damier.square(31).press('p')
  await damier.hears(/White, men 31, kings 40\. Black, men 27, 35\./)
  const said = await damier.announcements.locator('p').count()
  await damier.square(31).press('l')
  await expect(damier.announcements.locator('p')).toHaveCount(said + 1)
  await page.getByRole('button', { name: 'Menu' }).press('c')
  await page.getByRole('button', { name: 'Menu' }).press('f')
  await expect(damier.announcements.locator('p')).toHaveCount(said + 1)
  await expect(page.getByRole('button', { name: 'Back to the page' })).toHaveCount(0)
})

test('The move box answers questions about the position', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W31,K40:B27,35')
  await damier.openMoves()
  const box = page.getByRole('textbox', { name: 'Type a move' })
  for (const [typed, heard] of [
    ['c', 'You must take: 31 takes 27, lands 22'],
    ['r 6', 'Row 6: 26 empty, 27 black man, 28 empty, 29 empty, 30 empty.'],
    ['r 11', 'The rows go from 1 to 10.'],
    ['p', 'White, men 31, kings 40. Black, men 27, 35.'],
  ] as const) {
    await box.fill(typed)
    await box.press('Enter')
    await damier.hears(heard)
    await expect(box).toHaveValue('')
  }
  await damier.press(page.getByRole('button', { name: 'List my captures' }))
  await page.getByRole('combobox', { name: 'Row' }).selectOption('8')
  await damier.press(page.getByRole('button', { name: 'Read the row' }))
  await damier.hears('Row 8: 36 empty, 37 empty, 38 empty, 39 empty, 40 white king.')
  await expect(page.getByRole('listitem').filter({ hasText: 'White, kings 40' })).toBeVisible()
  await expect(page.getByLabel('In one line, for braille')).toHaveValue('..... ..... ..... ..... ..... .b... w...b ....W ..... .....')
})

test('The platform’s voice says the moves when that is switched on', async ({ damier, page }) => {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    Object.defineProperty(window, 'speechSynthesis', {
      value: { speak: (one: SpeechSynthesisUtterance) => said.push(`${one.lang} ${one.text}`), cancel: () => {}, getVoices: () => [] },
    })
  })
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  await damier.twoPeople()
  await damier.move(32, 28)
  await damier.hears('White: 32 to 28')
  expect(await said()).toEqual([])
  await page.goto('./#/settings')
  await damier.press(page.getByRole('group', { name: 'Say the moves aloud' }).getByRole('radio', { name: 'On' }))
  await damier.press(page.getByRole('radio', { name: 'Nederlands' }))
  await page.goto('./#/play/game')
  await expect(page.getByRole('gridcell', { name: /^19, zwarte schijf, / })).toBeVisible()
  await damier.move(19, 23)
  await expect.poll(said).toContainEqual(expect.stringMatching(/^nl Zwart: 19 naar 23\./))
})

test('A sliding finger hears the squares, two taps play, two fingers ask', { tag: '@phone' }, async ({ damier, page }) => {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    Object.defineProperty(window, 'speechSynthesis', {
      value: { speak: (one: SpeechSynthesisUtterance) => said.push(one.text), cancel: () => {}, getVoices: () => [] },
    })
  })
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  await damier.twoPeople()
  await page.goto('./#/settings')
  await damier.press(page.getByRole('group', { name: 'Explore boards by touch' }).getByRole('radio', { name: 'On' }))
  await page.goto('./#/play/game')
  await expect(damier.square(32)).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  const middle = async (square: number) => {
    const box = await damier.square(square).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  /** Slides to a square, so that it is heard last; then two taps elsewhere press it. */
  const choose = async (square: number): Promise<void> => {
    await touch('touchStart', [await middle(1)])
    await touch('touchMove', [await middle(square)])
    await expect.poll(async () => (await said()).at(-1)).toMatch(new RegExp(`^${square}, `))
    await touch('touchEnd', [])
    for (let tap = 0; tap < 2; tap++) {
      await touch('touchStart', [await middle(45)])
      await touch('touchEnd', [])
    }
  }
  await choose(32)
  await expect(damier.square(32)).toHaveAccessibleName(/in your hand/)
  await choose(28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  expect(await said()).toContain('White: 32 to 28. Black to move.')
  const [one, two] = [await middle(27), await middle(29)]
  await touch('touchStart', [one, two])
  await touch('touchMove', [
    { ...one, x: one.x + 80 },
    { ...two, x: two.x + 80 },
  ])
  await touch('touchEnd', [])
  await expect.poll(async () => (await said()).at(-1)).toMatch(/^Black to move\. You may play: /)
})

test('A game is begun, played and resigned by keys alone', async ({ damier, page }) => {
  await page.goto('./')
  // Nothing has the focus between the last element of the page and the first.
  const name = () =>
    page.evaluate(() => {
      const at = document.activeElement === document.body ? null : document.activeElement
      return at?.getAttribute('aria-label') ?? (at as HTMLInputElement | null)?.labels?.[0]?.textContent ?? at?.textContent?.trim() ?? ''
    })
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('Tab')
      if (wanted.test(await name())) return
    }
    throw new Error(`Tab never came to ${wanted}`)
  }
  await page.getByRole('button', { name: 'In a club' }).waitFor()
  await tabTo(/In a club/)
  await page.keyboard.press('Enter')
  await expect(damier.square(32)).toBeVisible()
  await tabTo(/^Menu$/)
  await page.keyboard.press('Enter')
  await tabTo(/^New game$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Two people, one board' })).toBeVisible()
  // Tab reaches the selected radio button; arrows select another.
  const inGroup = () => page.evaluate(() => document.activeElement?.closest('fieldset')?.textContent?.includes('Two people') ?? false)
  for (let i = 0; i < 20 && !(await inGroup()); i++) await page.keyboard.press('Tab')
  for (let i = 0; i < 8 && !/Two people/.test(await name()); i++) await page.keyboard.press('ArrowRight')
  await tabTo(/^Begin$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The first moves with the cursor on the board.
  const go = async (square: number): Promise<void> => {
    await page.keyboard.press('Control+Home')
    const row = Math.floor((square - 1) / 5)
    for (let i = 0; i < row; i++) await page.keyboard.press('ArrowDown')
    for (let i = 0; i < (square - 1) % 5; i++) await page.keyboard.press('ArrowRight')
    expect(await name()).toMatch(new RegExp(`^${square},`))
    await page.keyboard.press('Enter')
  }
  // A new game puts the cursor on its board.
  await expect.poll(name).toMatch(/^\d+, /)
  for (const [index, [from, to]] of (
    [
      [32, 28],
      [19, 23],
      [28, 19],
    ] as const
  ).entries()) {
    await expect(damier.square(from)).toHaveAccessibleName(/can move|must take/)
    await go(from)
    await go(to)
    await expect(damier.moves.getByRole('button')).toHaveCount(index + 1)
  }

  // The next moves are typed into the move box, from the list of legal moves.
  await tabTo(/Moves you can play/)
  await page.keyboard.press('Enter')
  await tabTo(/Type a move/)
  const listed = page.getByRole('group', { name: 'Moves you can play' }).getByRole('button')
  const ending = page.getByRole('region', { name: /^Result:/ })
  for (let ply = 3; ply < 8; ply++) {
    await expect.poll(() => listed.count()).toBeGreaterThan(0)
    await page.keyboard.type(((await listed.first().textContent()) ?? '').trim())
    await page.keyboard.press('Enter')
    await expect(damier.moves.getByRole('button')).toHaveCount(ply + 1)
  }
  await tabTo(/^Menu$/)
  await page.keyboard.press('Enter')
  await tabTo(/^Resign$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Resign the game?' })).toBeVisible()
  await tabTo(/^Resign$/)
  await page.keyboard.press('Enter')
  await expect(ending).toBeVisible()
  await damier.hears('Game over.')
})

/** The page as assistive technology sees it: names, roles and the default action, no other lookup. */
class Tree {
  private constructor(private readonly cdp: CDPSession) {}

  static async of(page: Page): Promise<Tree> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Accessibility.enable')
    return new Tree(cdp)
  }

  /** The exposed nodes of a role: name, and the id for `act`. */
  async nodes(role: string): Promise<{ name: string; id: number }[]> {
    const { nodes } = await this.cdp.send('Accessibility.getFullAXTree')
    return nodes
      .filter((node) => !node.ignored && node.role?.value === role && node.backendDOMNodeId !== undefined)
      .map((node) => ({ name: String(node.name?.value ?? ''), id: node.backendDOMNodeId ?? 0 }))
  }

  async press(role: string, name: RegExp): Promise<void> {
    await expect(async () => {
      const found = (await this.nodes(role)).find((node) => name.test(node.name))
      if (!found) throw new Error(`no ${role} ${name}`)
      await this.act(found.id)
    }).toPass()
  }

  async act(id: number): Promise<void> {
    const { object } = await this.cdp.send('DOM.resolveNode', { backendNodeId: id })
    await this.cdp.send('Runtime.callFunctionOn', { objectId: object.objectId!, functionDeclaration: 'function () { this.click() }' })
  }
}

test('A full game is played through the accessibility tree alone', { tag: '@deep' }, async ({ damier, page }) => {
  test.slow()
  await page.goto('./')
  await page.getByRole('button', { name: 'In a club' }).waitFor()
  const tree = await Tree.of(page)
  await tree.press('button', /^In a club/)
  await tree.press('button', /^Menu$/)
  await tree.press('button', /^New game$/)
  await tree.press('radio', /^Two people/)
  await tree.press('button', /^Begin$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The old game would take moves made earlier.
  await damier.hears('The game begins, for two.')

  // Two moves on the grid: press the piece, press the square.
  for (const [from, to] of [
    [/^32, white man, can move/, /^28, empty, you may land here/],
    [/^19, black man, can move/, /^23, empty, you may land here/],
  ] as const) {
    await tree.press('gridcell', from)
    await tree.press('gridcell', to)
  }
  await tree.press('DisclosureTriangle', /^Moves you can play/)

  const pick = dice(5)
  let over = false
  for (let ply = 2; ply < 400 && !over; ply++) {
    await expect(async () => {
      over = (await tree.nodes('region')).some(({ name }) => name.startsWith('Result:'))
      if (over) return
      const moves = (await tree.nodes('button')).filter(({ name }) => /^\w+ (to|takes) /.test(name))
      expect(await damier.moves.getByRole('button').count()).toBe(ply)
      await tree.act(moves[pick(moves.length)]!.id)
    }).toPass()
    if (!over) await expect.poll(async () => (await damier.moves.getByRole('button').count()) > ply).toBe(true)
  }
  expect(over).toBe(true)
  await damier.hears('Game over.')
})
