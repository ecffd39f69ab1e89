import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckView, MoveView, ProblemDual, SoundnessView, VariantView } from '../../client/types'
import { FakeClient, board, failed, position, settle } from '../../shared/fake'
import { settings } from '../../shell/settings.svelte'
import { Bench } from './bench.svelte'
import { dualText, menText, verdict } from './report'

const start = { ...position('white'), fen: 'W:W32:B19' }
const variants: VariantView[] = [{ key: 'international', board, start }]
const fine: CheckView = { position: start, over: null, faults: [], squares: [], pdn: '*' }

const moveOf = (notation: string): MoveView => ({ notation, captured: [], names: notation.split(/[-x]/) }) as unknown as MoveView
const begun: SoundnessView = {
  check: 7,
  progress: 0,
  stage: 'keys',
  done: false,
  faults: [],
  keys: [],
  lesser: [],
  moves: [],
  written: '',
  duals: [],
  setPlay: [],
  idle: [],
  superfluous: [],
  untold: [],
  canSave: false,
  themes: [],
  rating: null,
}
const key = (notation: string, order = false) => ({ played: moveOf(notation), line: notation, order })
const over: SoundnessView = { ...begun, done: true, stage: 'done', progress: 1, keys: [key('28-22')] }
const dual: ProblemDual = {
  number: 2,
  main: moveOf('32x5'),
  other: moveOf('32x14'),
  at: 2,
  asMuch: true,
  minor: null,
  inMainLine: true,
}

describe('the bench', () => {
  let client: FakeClient
  let bench: Bench

  beforeEach(() => {
    client = new FakeClient()
      .on('variants', () => variants)
      .on('checkPosition', () => fine)
      .on('setSetting', () => ({}))
      .on('readPosition', () => ({
        variant: 'international',
        turn: 'white',
        pieces: [{ square: 28, side: 'white', role: 'man' }],
        kingMoves: [],
        check: fine,
      }))
    settings.keep('composing', '')
    bench = new Bench(client, 'international')
  })

  it('starts empty, and the next time with the draft', async () => {
    await bench.open(null)
    expect(bench.editor.setup.pieces).toEqual([])
    bench.changed(start)
    const again = new Bench(client, 'international')
    await again.open(null)
    expect(client.asked.findLast(({ name }) => name === 'readPosition')?.params).toEqual({ variant: 'international', text: 'W:W32:B19' })
    expect(again.editor.setup.pieces).toHaveLength(1)
  })

  it('starts with a given position, and reports an invalid one', async () => {
    expect(await bench.open({ variant: 'international', fen: 'W:W28:B1' })).toBe(true)
    expect(bench.editor.setup.pieces).toHaveLength(1)
    client.on('readPosition', () => {
      throw failed('badPosition')
    })
    expect(await bench.open({ variant: 'international', fen: 'nonsense' })).toBe(false)
  })

  it('checks to the end, and stops when the position changes', async () => {
    await bench.open(null)
    client.on('beginSoundness', () => begun).on('soundnessStep', () => over)
    await bench.check()
    expect([bench.running, bench.view?.done]).toEqual([false, true])
    client.on('soundnessStep', () => begun)
    const endless = bench.check()
    await settle()
    bench.changed(start)
    await endless
    expect([bench.running, bench.view]).toEqual([false, null])
  })

  it('saves the checked problem under its number', async () => {
    await bench.open(null)
    client.on('beginSoundness', () => over)
    await bench.check()
    const set = { set: 3, variant: 'international' as const, name: 'Mine', puzzles: 1, solved: 0 }
    client.on('saveProblem', () => ({ set, puzzle: 'mabc' }))
    expect(await bench.save({ name: 'Mine' })).toEqual(set)
    expect(client.asked.at(-1)?.params).toEqual({ check: 7, name: 'Mine' })
  })
})

describe('the report', () => {
  it('calls a sound problem sound, and lists its duals', () => {
    expect(verdict(over)).toEqual({ fine: true, lines: ['Sound: one key, no dual.'] })
    expect(verdict({ ...over, duals: [{ ...dual, minor: 'landing' }] }).lines).toEqual(['Sound: one key, minor duals only.'])
    expect(verdict({ ...over, duals: [{ ...dual, inMainLine: false }] }).lines[0]).toContain('after other defences')
  })

  it('distinguishes a cook from a key in another move order', () => {
    const keys = [key('28-22'), key('31-27'), key('37-31', true)]
    expect(verdict({ ...over, faults: ['cook', 'twoKeys'], keys })).toEqual({
      fine: false,
      lines: ['Cook, a second solution: 31-27.', 'Two keys, since the moves can be interchanged: the solution also begins with 37-31.'],
    })
  })

  it('reports a missing solution, and a gain of at least a man', () => {
    expect(verdict({ ...over, keys: [], faults: ['noSolution'], lesser: [moveOf('31-27')] }).lines).toEqual([
      'No solution: no first move wins.',
      'Wins a man, but does not win: 31-27.',
    ])
  })

  it('names the move of a dual, and if it is minor', () => {
    expect(dualText(dual)).toBe('Move 2: 32×14 instead of 32×5; it wins as much.')
    expect(dualText({ ...dual, asMuch: false, inMainLine: false })).toBe(
      'After another defence: Move 2: 32×14 instead of 32×5; it wins, but less.',
    )
    expect(dualText({ ...dual, minor: 'order' })).toContain('minor dual, the same moves in another order')
  })

  it('lists superfluous men by their squares', () => {
    expect(menText({ ...over, superfluous: [46, 3], untold: [5] }, board.labels)).toEqual([
      'Not needed: 46 and 3. Each can come off, and the problem is as sound.',
      'Too much work to tell of 5.',
    ])
    expect(menText(over, board.labels)).toEqual(['Every man is needed.'])
    expect(menText({ ...over, stage: 'men' }, board.labels)).toEqual([])
  })
})
