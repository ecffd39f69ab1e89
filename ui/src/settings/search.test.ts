import { describe, expect, it } from 'vitest'
import { finds } from './search'

const texts = ['Damier et pièces', 'Numéros des cases', 'Aucun', 'Au bord']

describe('a search among the settings', () => {
  it('finds all while nothing is wanted', () => expect(finds('  ', texts)).toBe(true))
  it('finds by parts of words, in any order', () => expect(finds('case num', texts)).toBe(true))
  it('minds neither case nor accents', () => expect(finds('PIECES numero', texts)).toBe(true))
  it('wants every word', () => expect(finds('cases volume', texts)).toBe(false))
})
