import { expect, it } from 'vitest'
import { isNew } from './pressed'

it('a stamp is pressed on once', () => {
  expect(isNew('first:win')).toBe(true)
  expect(isNew('first:king')).toBe(true)
  expect(isNew('first:win')).toBe(false)
})
