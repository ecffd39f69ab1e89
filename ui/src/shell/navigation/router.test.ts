import { expect, it } from 'vitest'
import { type Route, address, routeOf, router } from './router.svelte'

const routes: Route[] = [
  { page: 'today' },
  { page: 'play' },
  { page: 'learn' },
  { page: 'lesson', id: 'board' },
  { page: 'lesson', id: 'board', step: 3 },
  { page: 'article', article: '4.13' },
  { page: 'rules' },
  { page: 'rules', variant: 'frisian' },
  { page: 'table' },
  { page: 'table', variant: 'russian' },
  { page: 'words' },
  { page: 'words', term: 'opposition' },
  { page: 'diplomas' },
  { page: 'exam', level: 1 },
  { page: 'certificate', level: 2 },
  { page: 'album' },
  { page: 'album', shot: 'mazette' },
  { page: 'pictures' },
  { page: 'squares' },
  { page: 'count' },
  { page: 'clock' },
  { page: 'games' },
  { page: 'boards' },
  { page: 'correspondence' },
  { page: 'letter', id: 3 },
  { page: 'line', code: 'RAEF' },
  { page: 'endings' },
  { page: 'endings', id: 'king-3' },
  { page: 'puzzles' },
  { page: 'puzzle', id: '0abc' },
  { page: 'training', kind: 'rated' },
  { page: 'training', kind: 'theme', of: 'turkish-stroke' },
  { page: 'training', kind: 'length', of: '4' },
  { page: 'training', kind: 'set', of: '7' },
  { page: 'set', id: 7 },
  { page: 'sheet', id: 7 },
  { page: 'people' },
  { page: 'settings' },
  { page: 'licences' },
  { page: 'library' },
  { page: 'game', id: 12 },
  { page: 'game', id: 12, view: 'review' },
  { page: 'game', id: 12, view: 'learn' },
  { page: 'defend' },
  { page: 'compose' },
  { page: 'ideas' },
  { page: 'loss', id: 12, side: 'black' },
  { page: 'compose', variant: 'international', fen: 'W:W31,50:B1,20' },
  { page: 'editor' },
  { page: 'editor', variant: 'international', fen: 'W:W31,50:B1,20' },
]

it('every address leads back to its page', () => {
  for (const route of routes) {
    expect(routeOf(address(route))).toEqual(route)
    expect(routeOf(`${address(route)}/`)).toEqual(route)
  }
})

it('an unknown address leads to no page', () => {
  const nonsense = [
    'nosuchpage',
    'start/x',
    'play/3',
    'settings/a/b',
    'learn/board/0',
    'learn/board/x',
    'learn/board/99999',
    'library/x',
    'library/-1',
    'library/1.5',
    'library/1/x',
    'library/999999999999999999999',
    'sets/x',
    'sets/9999999999999999999',
    'sets/1/x',
    'training/x',
    'training/rated/1',
    'training/length',
    'training/length/99999',
    'training/theme',
    'training/theme/A B',
    'training/set/x',
    'editor/international',
    'puzzles/a/b',
    'words/a/b',
    'rules/a/b',
    'table/a/b',
    'endings/a/b',
    'article/a/b/c',
    'a/b/c/d/e',
  ]
  for (const path of nonsense) expect([path, routeOf(`#/${path}`)]).toEqual([path, { page: 'missing' }])
})

it('names that every table inherits are no page', () => {
  const inherited = Object.getOwnPropertyNames(Object.prototype)
  expect(inherited).toContain('constructor')
  for (const name of [...inherited, ...inherited.map(encodeURIComponent)]) {
    for (const path of [
      `${name}`,
      `training/${name}`,
      `training/theme/${name}`,
      `training/mix/800-1200+${name}`,
      `rules/${name}`,
      `learn/${name}`,
    ]) {
      expect([path, routeOf(`#/${path}`)]).toEqual([path, { page: 'missing' }])
    }
  }
  expect(routeOf('#/training/theme/bomb')).toEqual({ page: 'training', kind: 'theme', of: 'bomb' })
})

/** Resolves when the browser has gone back. */
const gone = (): Promise<unknown> => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

it('"back" leads to the previous page, not to the page above', async () => {
  history.replaceState(null, '', '#/')
  router.begin()
  router.go({ page: 'study' })
  router.go({ page: 'endings' })
  expect(router.behind({ page: 'learn' })).toBe('#/study')
  router.back({ page: 'learn' })
  await gone()
  expect(router.route).toEqual({ page: 'study' })
  // "Up" leads to the named page.
  router.go({ page: 'puzzle', id: '0abc' })
  router.up({ page: 'puzzles' })
  expect(router.route).toEqual({ page: 'puzzles' })
  // A page that replaced another keeps its predecessor.
  router.go({ page: 'lesson', id: 'board' })
  router.replace({ page: 'lesson', id: 'must-take' })
  expect(router.behind({ page: 'learn' })).toBe('#/puzzles')
})

it('"back" leads to the page above where the visit began, and adds no history entry', () => {
  history.replaceState(null, '', '#/library/12')
  router.begin()
  expect(router.behind({ page: 'library' })).toBe('#/library')
  const before = history.length
  router.back({ page: 'library' })
  expect(router.route).toEqual({ page: 'library' })
  expect(location.hash).toBe('#/library')
  expect(history.length).toBe(before)
  router.go({ page: 'game', id: 12 })
  expect(router.behind({ page: 'library' })).toBe('#/library')
})

it('a page redirects once its target is known, and no longer when the reader has left it', async () => {
  history.replaceState(null, '', '#/')
  router.begin()
  router.go({ page: 'analysis' })
  await router.redirect(Promise.resolve({ page: 'game', id: 3 }))
  expect(router.route).toEqual({ page: 'game', id: 3 })
  await router.redirect(Promise.resolve(null))
  expect(router.route).toEqual({ page: 'game', id: 3 })
  let find: (route: Route) => void = () => undefined
  const redirected = router.redirect(new Promise<Route>((resolve) => (find = resolve)))
  router.go({ page: 'learn' })
  find({ page: 'game', id: 4 })
  await redirected
  expect(router.route).toEqual({ page: 'learn' })
})
