import { describe, expect, it } from 'vitest'
import { choices } from '../shell/settings.svelte'
import { type OneOf, groups } from './groups'
import { matches } from './search'

const items = groups({ storing: true, network: true, logs: true }).flatMap((group) => group.items)
const ones = items.filter((item): item is OneOf => item.kind === 'choice')

describe('the settings', () => {
  it('offer every possible choice, each once', () => {
    for (const { key, options } of ones) {
      expect(options.map(({ value }) => value).toSorted()).toEqual([...choices[key]].toSorted())
      expect(new Set(options.map(({ text }) => text)).size).toBe(options.length)
    }
  })
  it('are complete, except for those set where they are used', () => {
    const elsewhere = [
      'byEar',
      'volume',
      'haptics',
      'sayAloud',
      'readAloud',
      'byTouch',
      'analysisLines',
      'analysisEnd',
      'analysisTable',
      'threads',
      'strongestTime',
      'ponder',
      'puzzleDifficulty',
      'puzzleMoves',
    ]
    expect(Object.keys(choices).filter((key) => !ones.some((one) => one.key === key) && !elsewhere.includes(key))).toEqual([])
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['name', 'volume', 'games', 'network', 'logs']))
  })
  it('have distinct labels', () => expect(new Set(items.map(({ label }) => label)).size).toBe(items.length))
  it('are found by words that are not on the page', () => {
    const found = (wanted: string): string[] =>
      items.filter(({ label, words }) => matches(wanted, [label, ...words])).map(({ label }) => label)
    expect(found('mute')).toEqual(['Volume of the sounds'])
    expect(found('backup')).toEqual(['Your games'])
    expect(found('taal')).toEqual(['Language'])
  })
})
