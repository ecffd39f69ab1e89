import { beforeEach, expect, it } from 'vitest'
import type { Actor, Moment } from '../../board/picture/replay'
import { language } from '../../i18n/language.svelte'
import { momentText } from './replay-words'

const label = (square: number): string => (({ 3: 'f8', 7: 'e7', 10: 'd6' }) as Record<number, string>)[square] ?? '?'
const man: Actor = { square: 10, side: 'white', role: 'man', id: 10, ghost: false }
const said = (event: Moment['event'], actors: Actor[] = []): string =>
  momentText({ event, actors, path: [] }, label).replaceAll('\u00a0', ' ')

beforeEach(() => (language.now = 'fr'))

it('moments are told in the names of the board', () => {
  const taken: Actor = { square: 7, side: 'black', role: 'man', id: 7, ghost: true }
  expect(said({ kind: 'leg', actor: man, from: 10, to: 3, taken: [7], bars: [7] }, [taken])).toBe(
    'Pion blanc : d6 prend e7, va en f8. La pièce prise en e7 reste en place. Ce qui est pris en e7 barre encore la route.',
  )
  expect(said({ kind: 'step', actor: man, from: 10, to: 7 })).toBe('Pion blanc : de d6 à e7.')
  expect(said({ kind: 'lift', square: 7 })).toBe('La pièce prise en e7 quitte le damier.')
  expect(said({ kind: 'crown', square: 3 })).toContain('En f8')
})
