import { mount, unmount } from 'svelte'
import { expect, it } from 'vitest'
import OpponentSlice from './OpponentSlice.svelte'
import { FACE, slice } from './rings'

const LEVELS = Array.from({ length: 22 }, (_, at) => at + 1)

/** Distances from the heart at which a ring begins, one a ring. */
function starts(level: number): number[] {
  const { heart, rings } = slice(level)
  return rings.map((ring) => {
    const [x = 0, y = 0] = ring.slice(1).split('Q')[0]?.split(' ').map(Number) ?? []
    return Math.hypot(x - heart.x, y - heart.y)
  })
}

it.each(LEVELS)('a slice of level %i has as many rings, each outside the one before', (level) => {
  const radii = starts(level)
  expect(radii.length).toBe(level)
  expect(radii).toEqual(radii.toSorted((a, b) => a - b))
  const everywhere = slice(level).rings.flatMap((ring) =>
    [...ring.matchAll(/([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  )
  for (const [x = 0, y = 0] of everywhere) expect(Math.hypot(x - 50, y - 50)).toBeLessThan(FACE)
})

it('a level always has the same tree, and no two the same', () => {
  expect(slice(15)).toEqual(slice(15))
  expect(new Set(LEVELS.map((level) => slice(level).rings[0])).size).toBe(LEVELS.length)
})

it('two slices of one page have their own gradients and are not read out', () => {
  const target = document.createElement('div')
  const both = [mount(OpponentSlice, { target, props: { level: 3 } }), mount(OpponentSlice, { target, props: { level: 22 } })]
  const [three, most] = target.querySelectorAll('svg')
  expect(three?.querySelectorAll('path').length).toBe(3)
  expect(most?.querySelectorAll('path').length).toBe(22)
  expect(three?.getAttribute('aria-hidden')).toBe('true')
  const ids = [...target.querySelectorAll('linearGradient')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(most?.querySelector('circle')?.getAttribute('fill')).toBe(`url(#${ids[2]})`)
  for (const one of both) void unmount(one)
})
