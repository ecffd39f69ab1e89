import { describe, expect, it } from 'vitest'
import { LevelAdjuster } from '../adapting'
import { FRIENDLY, type NewGameOptions, ownSide, swapped, toCore } from './new-game'

const control = (seconds: number) => ({ periods: [{ moves: null, seconds }], increment: 0, delay: 0 })
const options = (more: Partial<NewGameOptions> = {}): NewGameOptions => ({
  variant: 'russian',
  level: '4',
  colour: 'black',
  handicap: { own: 0, opposite: 2 },
  ...more,
})

describe('choices by seat are sent by colour', () => {
  it('for a reader who takes Black', () => {
    const agreed = {
      ...FRIENDLY,
      aids: { own: 'all', opposite: 'none' } as const,
      winBy: { seat: 'opposite' as const, pieces: 3 },
      clock: { own: control(600), opposite: control(300) },
    }
    const params = toCore(options({ agreed }), 'black')
    expect(params).toMatchObject({
      variant: 'russian',
      white: { kind: 'computer', level: '4' },
      black: { kind: 'human' },
      handicap: { white: 2, black: 0 },
      terms: {
        whiteAids: 'none',
        blackAids: 'all',
        winBy: { side: 'white', pieces: 3 },
        clock: { white: control(300), black: control(600) },
      },
    })
    expect(swapped(params.terms ?? ({} as never))).toMatchObject({
      whiteAids: 'all',
      winBy: { side: 'black', pieces: 3 },
      clock: { white: control(600), black: control(300) },
    })
  })

  it('for two people, and for the computer against itself, the own seat is White', () => {
    expect(ownSide(options({ level: null }), 'black')).toBe('white')
    expect(toCore(options({ ownLevel: '2' }), ownSide(options({ ownLevel: '2' }), 'black'))).toMatchObject({
      white: { kind: 'computer', level: '2' },
      black: { kind: 'computer', level: '4' },
    })
    expect(ownSide(options({ colour: 'lot' }), 'white')).toBe('white')
  })

  it('a house rule is named, and stays when colours are swapped', () => {
    const params = toCore(options({ level: null, agreed: { ...FRIENDLY, houseRule: 'huffing' } }), 'white')
    expect(params.terms).toMatchObject({ houseRule: 'huffing' })
    expect(swapped(params.terms ?? ({} as never)).houseRule).toBe('huffing')
  })

  it('a drawn opening is named, and stays for the second game of the pair', () => {
    const ballot = { list: 'moves', number: '1-I' } as const
    const params = toCore(options({ agreed: { ...FRIENDLY, ballot } }), 'white')
    expect(params.terms?.ballot).toEqual(ballot)
    expect(swapped(params.terms ?? ({} as never)).ballot).toEqual(ballot)
  })

  it('chosen squares are sent unchanged, a friendly game without terms', () => {
    const params = toCore(options({ removed: [31, 36] }), 'white')
    expect(params.removed).toEqual([31, 36])
    expect(params).not.toHaveProperty('terms')
  })
})

describe('an adaptive opponent', () => {
  it('changes by a step after two one-sided checks in a row, and not in the opening', () => {
    const adapting = new LevelAdjuster()
    expect([4, 12, 14, 18].map((ply) => adapting.isDue(ply))).toEqual([false, true, false, true])
    expect([200, 210, 220, -300, 0, -300, -300].map((score) => adapting.step(score))).toEqual([0, 1, 0, 0, 0, 0, -1])
  })
})
