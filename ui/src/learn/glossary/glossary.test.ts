import { describe, expect, it } from 'vitest'
import type { TermView } from '../../client/types'
import { piecesOf } from './glossary.svelte'

const terms = (...names: string[]): TermView[] =>
  names.map((name) => ({ key: name, name, meaning: '', position: null, overlays: [], elsewhere: [] }))

/** The text with its terms in brackets. */
const marked = (text: string, language: string, ...names: string[]): string =>
  piecesOf(text, terms(...names), language)
    .map((piece) => (piece.term ? `[${piece.text}=${piece.term.key}]` : piece.text))
    .join('')

describe('the terms in a text', () => {
  it('are found in plural forms, longest first, each once', () => {
    expect(
      marked(
        'Les pions prennent. La grande diagonale est une diagonale, et un pion la tient.',
        'fr',
        'pion',
        'diagonale',
        'grande diagonale',
      ),
    ).toBe('Les [pions=pion] prennent. La [grande diagonale=grande diagonale] est une [diagonale=diagonale], et un pion la tient.')
    expect(marked('Je schijven en twee dammen op de velden.', 'nl', 'schijf', 'dam', 'veld')).toBe(
      'Je [schijven=schijf] en twee [dammen=dam] op de [velden=veld].',
    )
    expect(
      marked('Zwei Schläge mit Steinen, einer Dame und dem türkischen Schlag.', 'de', 'Stein', 'Dame', 'Schlag', 'türkischer Schlag'),
    ).toBe('Zwei [Schläge=Schlag] mit [Steinen=Stein], einer [Dame=Dame] und dem [türkischen Schlag=türkischer Schlag].')
    expect(marked('Los peones y dos damas en la gran diagonal.', 'es', 'peón', 'dama', 'diagonal')).toBe(
      'Los [peones=peón] y dos [damas=dama] en la gran [diagonal=diagonal].',
    )
    expect(marked('Due pedine e una dama in presa.', 'it', 'pedina', 'dama', 'presa')).toBe(
      'Due [pedine=pedina] e una [dama=dama] in [presa=presa].',
    )
    expect(marked('Duas pedras, a dama e as posições.', 'pt', 'pedra', 'dama', 'posição')).toBe(
      'Duas [pedras=pedra], a [dama=dama] e as [posições=posição].',
    )
    expect(marked('Дамкой бьют простые на большой дороге.', 'ru', 'дамка', 'простая', 'большая дорога')).toBe(
      '[Дамкой=дамка] бьют [простые=простая] на [большой дороге=большая дорога].',
    )
    expect(marked('Taşlar ve damanın karesi.', 'tr', 'taş', 'dama', 'kare')).toBe('[Taşlar=taş] ve [damanın=dama] [karesi=kare].')
    expect(marked('Two men and a king.', 'en', 'man', 'king')).toBe('Two [men=man] and a [king=king].')
  })

  it('match whole words only', () => {
    expect(marked('Making a championship of kingship.', 'en', 'king')).toBe('Making a championship of kingship.')
    expect(marked('Ход: шашка ходит.', 'ru', 'ход')).toBe('[Ход=ход]: шашка ходит.')
    expect(marked('Damespiel auf dem Steinbrett.', 'de', 'Dame', 'Stein')).toBe('Damespiel auf dem Steinbrett.')
    expect(marked('Dammen met verdammen.', 'nl', 'dam')).toBe('[Dammen=dam] met verdammen.')
  })

  it('leave a text without terms as it is', () => {
    expect(piecesOf('', terms('king'), 'en')).toEqual([])
    expect(piecesOf('Rien.', [], 'fr')).toEqual([{ text: 'Rien.' }])
  })
})
