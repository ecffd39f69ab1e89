import { describe, expect, it } from 'vitest'
import { matches } from './search'

const texts = ['Damier et pièces', 'Numéros des cases', 'Aucun', 'Au bord']

describe('search in settings', () => {
  it('matches everything if empty', () => expect(matches('  ', texts)).toBe(true))
  it('matches parts of words, in any order', () => expect(matches('case num', texts)).toBe(true))
  it('ignores case and accents', () => expect(matches('PIECES numero', texts)).toBe(true))
  it('requires every word', () => expect(matches('cases volume', texts)).toBe(false))
})
