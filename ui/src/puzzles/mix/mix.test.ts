import { expect, it } from 'vitest'
import { routeOf } from '../../shell/navigation/router.svelte'
import { addressOf, keepMixes, keptMixes, mixOf } from './mix'

const mix = { themes: ['mazette', 'double-two'], from: 800, to: 1400 }

it('writes a mix as the end of an address', () => {
  expect(addressOf(mix)).toBe('800-1400+mazette+double-two')
  expect(mixOf(addressOf(mix))).toEqual(mix)
  expect(mixOf('400-2400')).toEqual({ themes: [], from: 400, to: 2400 })
  expect(routeOf(`#/training/mix/${encodeURIComponent(addressOf(mix))}`)).toEqual({ page: 'training', kind: 'mix', of: addressOf(mix) })
  expect(routeOf('#/training/mix/mazette').page).toBe('missing')
})

it('stores mixes by variant, each under its name', () => {
  keepMixes('russian', [{ name: 'Friday', ...mix }])
  expect(keptMixes('russian')).toEqual([{ name: 'Friday', ...mix }])
  expect(keptMixes('frisian')).toEqual([])
})
