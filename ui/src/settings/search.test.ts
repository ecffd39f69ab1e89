import { describe, expect, it } from 'vitest'
import { finds } from './search'

const texts = ['Damier et pièces', 'Numéros des cases', 'Aucun', 'Au bord']

describe('search in settings', () => {
  it('matches everything if empty', () => expect(finds('  ', texts)).toBe(true))
  it('matches parts of words, in any order', () => expect(finds('case num', texts)).toBe(true))
  it('ignores case and accents', () => expect(finds('PIECES numero', texts)).toBe(true))
  it('requires every word', () => expect(finds('cases volume', texts)).toBe(false))
})
