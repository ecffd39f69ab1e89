import { expect, it } from 'vitest'
import { type Route, address, routeOf } from './router.svelte'

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
  { page: 'pictures' },
  { page: 'squares' },
  { page: 'count' },
  { page: 'clock' },
  { page: 'games' },
  { page: 'boards' },
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
  { page: 'settings' },
  { page: 'licences' },
  { page: 'library' },
  { page: 'game', id: 12 },
  { page: 'game', id: 12, review: true },
  { page: 'defend' },
  { page: 'compose' },
  { page: 'resting' },
  { page: 'compose', variant: 'international', fen: 'W:W31,50:B1,20' },
  { page: 'editor' },
  { page: 'editor', variant: 'international', fen: 'W:W31,50:B1,20' },
]

it('every page is found again by its address', () => {
  for (const route of routes) {
    expect(routeOf(address(route))).toEqual(route)
    expect(routeOf(`${address(route)}/`)).toEqual(route)
  }
})

it('an address with nonsense leads to no page', () => {
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
