import { beforeEach, expect, it, vi } from 'vitest'
import type { HomeView } from '../../client/types'
import { forgetHeld, hasVanished } from './held'

const home = (change: object = {}): HomeView =>
  ({ profile: { id: 1, name: '', experience: null }, storage: 'kept', current: null, rescue: null, ...change }) as unknown as HomeView
const answered = home({ profile: { id: 1, name: '', experience: 'inAClub' } })

beforeEach(() => localStorage.clear())

it('tells a file that is gone from a first visit', () => {
  expect(hasVanished(home())).toBe(false)
  expect(hasVanished(answered)).toBe(false)
  expect(hasVanished(home())).toBe(true)
  forgetHeld()
  expect(hasVanished(home())).toBe(false)
})

it('says nothing of a new person, a rescued file or a store in memory', () => {
  hasVanished(answered)
  for (const other of [{ profile: { id: 2, name: '', experience: null } }, { storage: 'memory' }, { rescue: {} }, { current: {} }])
    expect(hasVanished(home(other))).toBe(false)
})

it('bears a browser without storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  expect(hasVanished(home())).toBe(false)
  expect(forgetHeld).not.toThrow()
})
