import { afterEach, describe, expect, it, vi } from 'vitest'
import { language } from '../i18n/language.svelte'
import { move } from './fake'
import { capturesBy, houseRuleLabel, houseRuleOfTag, playersOf } from './names'
import { onDay, refusalText, spoken, spokenBy } from './words'

afterEach(() => (language.now = 'fr'))

/** With plain spaces. */
const heard = (text: string): string => text.replaceAll('\u00a0', ' ')

const quiet = move('32-28')
const capture = move('38x29x18', [33, 23])
const crowned = { ...move('13x4', [9]), promotes: true }

describe.each([
  ['fr', '32 à 28', '38 prend 33 et 23, va en 18', '13 prend 9, va en 4, et devient dame', 'Les Noirs : 32 à 28.'],
  ['en', '32 to 28', '38 takes 33 and 23, lands 18', '13 takes 9, lands 4, and is crowned', 'Black: 32 to 28.'],
  ['de', '32 auf 28', '38 schlägt 33 und 23, landet auf 18', '13 schlägt 9, landet auf 4 und wird Dame', 'Schwarz: 32 auf 28.'],
  ['nl', '32 naar 28', '38 slaat 33 en 23, naar 18', '13 slaat 9, naar 4, en wordt dam', 'Zwart: 32 naar 28.'],
] as const)('a move for the ear, %s', (locale, ...wanted) => {
  it('has no hyphen and no sign of capture', () => {
    language.now = locale
    expect([spoken(quiet), spoken(capture), spoken(crowned), spokenBy('black', quiet)].map(heard)).toEqual(wanted)
  })
})

it('a Dutch refusal spells its numbers', () => {
  language.now = 'nl'
  const refusal = {
    rule: 'mustTakeMore' as const,
    origin: 31,
    target: 22,
    has: 1,
    must: 2,
    squares: [],
    tried: move('31x22', [27]),
    allowed: [capture],
    lesser: [],
  }
  expect(heard(refusalText(refusal, [], true))).toBe(
    'Je moet twee schijven slaan: 38 slaat 33 en 23, naar 18. 31 naar 22 slaat er maar één.',
  )
})

it.each(['fr', 'en', 'nl', 'de'] as const)('a house rule has its own label, the historic one with its date, %s', (locale) => {
  language.now = locale
  const [free, huffing] = [houseRuleLabel('captureOptional'), houseRuleLabel('huffing')].map(heard)
  expect(free).toMatch(/^(Règle maison|House rule|Huisregel|Hausregel)/)
  expect(huffing).toMatch(/^(Règle historique|Historic rule|Historische regel|Alte Regel).*1923/)
  expect(capturesBy('captureOptional').detail).toMatch(/^(Règle maison|House rule|Huisregel|Hausregel)/)
  expect(capturesBy('huffing').detail).toContain('1923')
  expect(['capture_optional', 'huffing', 'poker', ''].map(houseRuleOfTag)).toEqual(['captureOptional', 'huffing', null, null])
})

it('the players of a stored game have names, or are described', () => {
  language.now = 'en'
  expect(playersOf('', 'Damier (1)', true)).toEqual({ white: 'You', black: expect.stringMatching(/^Computer, [^1]/) })
  expect(playersOf('', '?', true)).toEqual({ white: 'White', black: 'Black' })
  expect(playersOf('R. Clerc', '', false)).toEqual({ white: 'R. Clerc', black: 'Unknown' })
})

it('the next day is called tomorrow', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 20) })
  language.now = 'fr'
  expect(onDay(new Date(2026, 10, 29, 9).getTime())).toBe('demain')
  expect(onDay(new Date(2026, 11, 3, 9).getTime())).toBe('le 3 décembre')
  vi.useRealTimers()
})
