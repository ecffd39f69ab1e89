import { expect, it } from 'vitest'
import type { SearchInfo } from '../client/types'
import { language } from '../i18n/language.svelte'
import { FakeClient, position } from '../shared/fake'
import { Analysis } from './analysis.svelte'

function said(score: number, turn: 'white' | 'black'): [string, string] {
  const analysis = new Analysis(new FakeClient())
  void analysis.look(position(turn, []))
  analysis.info = { depth: 9, score, expected: 0.5, nodes: 1, millis: 1, pv: [], lines: [] } satisfies SearchInfo
  return [analysis.men(score), analysis.verdict]
}

it('tells men, wins of the tables and wins that the search has seen', () => {
  language.now = 'en'
  expect(said(0, 'white')).toEqual(['0.00', 'Even.'])
  expect(said(80, 'white')).toEqual(['+0.80', 'White is better by 0.80 of a man.'])
  expect(said(290, 'black')).toEqual(['−2.90', 'Black is better by 2.90 men.'])
  expect(said(8999, 'white')).toEqual(['2-0', 'White wins, say the endgame tables.'])
  expect(said(-8050, 'white')).toEqual(['0-2', 'Black wins, say the endgame tables.'])
  expect(said(9983, 'black')).toEqual(['0-2 (9)', 'Black wins. In 9 moves.'])
})
