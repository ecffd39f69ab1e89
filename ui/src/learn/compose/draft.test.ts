import { beforeEach, describe, expect, it } from 'vitest'
import type { LessonDraft, LineView } from '../../client/types'
import { FakeClient, board, position, settle } from '../../shared/fake'
import { settings } from '../../shell/settings.svelte'
import { Composing } from './draft.svelte'
import { draftFaultText } from './fault-words'

let client: FakeClient
let work: Composing

const lineAfter = (): LineView => ({ board, start: position('white'), moves: [], position: position('white') }) as unknown as LineView

beforeEach(() => {
  settings.keep('lessonDraft', '')
  client = new FakeClient()
  client.on('line', lineAfter)
  work = new Composing(client, () => 'international')
})

const shown = (): unknown => client.paramsOf('line').at(-1)?.moves

describe('the line of a step', () => {
  beforeEach(() => work.take('international', 'W:W38:B12'))

  it('alternates a right move and its reply, and is taken back move by move', async () => {
    for (const move of ['38-32', '12-18', '32-28']) await work.play(move)
    expect(work.step?.turns).toEqual([
      { accept: ['38-32'], reply: '12-18' },
      { accept: ['32-28'], reply: null },
    ])
    expect(shown()).toEqual(['38-32', '12-18', '32-28'])
    await work.takeBack()
    expect(work.step?.turns).toEqual([{ accept: ['38-32'], reply: '12-18' }])
    await work.takeBack()
    expect(work.step?.turns).toEqual([{ accept: ['38-32'], reply: null }])
  })

  it('takes an alternative to the last move, from the position before it', async () => {
    await work.play('38-32')
    await work.addAnother(true)
    expect(shown()).toEqual([])
    await work.play('38-33')
    expect(work.step?.turns).toEqual([{ accept: ['38-32', '38-33'], reply: null }])
    expect(work.adds).toBe(false)
  })

  it('drops a reply at its end', async () => {
    await work.play('38-32')
    await work.play('12-18')
    expect(work.whole.steps[0]?.turns).toEqual([{ accept: ['38-32'], reply: null }])
  })
})

describe('the draft', () => {
  it('takes a position once, survives a reload, and restarts for another variant', async () => {
    await work.take('international', 'W:W38:B12')
    await work.take('international', 'W:W38:B12')
    await work.take('international', 'W:W32:B19')
    work.changeLesson({ title: 'Opposition' })
    const again = new Composing(client, () => 'russian')
    expect(again.draft.steps.map(({ fen }) => fen)).toEqual(['W:W38:B12', 'W:W32:B19'])
    expect(again.draft.title).toBe('Opposition')
    await again.take('russian', 'W:Wc3:Bf6')
    expect(again.draft.steps.map(({ fen }) => fen)).toEqual(['W:Wc3:Bf6'])
    expect(again.draft.variant).toBe('russian')
  })

  it('is stored by the core with the id of its lesson, and replaced the next time', async () => {
    await work.take('international', 'W:W38:B12')
    client.on('composeLesson', () => ({ lesson: { id: 'own-a' }, faults: [] }) as never)
    expect(await work.save()).toBe(true)
    const sent = (): LessonDraft | undefined => client.paramsOf('composeLesson').at(-1)?.draft
    expect(sent()?.id).toBeNull()
    expect(sent()?.steps[0]?.hint).not.toBe('')
    await work.save()
    expect(sent()?.id).toBe('own-a')
    work.begin()
    expect(work.draft.id).toBeNull()
  })

  it('reports its errors, with the step', async () => {
    await work.take('international', 'W:W38:B12')
    client.on('composeLesson', () => ({ lesson: null, faults: [{ step: 0, kind: 'noMove', what: '' }] }))
    expect(await work.save()).toBe(false)
    expect(work.faults.map(draftFaultText)[0]?.replaceAll('\u00a0', ' ')).toMatch(/1\. /)
  })

  it('moves and removes its steps', async () => {
    for (const fen of ['W:W1:B50', 'W:W2:B50', 'W:W3:B50']) await work.take('international', fen)
    work.shift(-1)
    expect(work.draft.steps.map(({ fen }) => fen)).toEqual(['W:W1:B50', 'W:W3:B50', 'W:W2:B50'])
    expect(work.at).toBe(1)
    await work.remove()
    await settle()
    expect(work.draft.steps.map(({ fen }) => fen)).toEqual(['W:W1:B50', 'W:W2:B50'])
  })
})
