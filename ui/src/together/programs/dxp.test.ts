import { beforeEach, describe, expect, it } from 'vitest'
import type { Frame } from '../../client/client'
import type { DxpAct, DxpView, DxpWish } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, game, move, pace, position } from '../../shared/fake'
import { announcer } from '../../shell/announcer.svelte'
import { DxpSession } from './dxp.svelte'
import { dxpFaultText, dxpStateText } from './dxp-words'

const own = move('32-28')
const human = { kind: 'human' } as const
const wish = {} as DxpWish

let acts: DxpAct[]
let report: (view: DxpView) => void
let session: DxpSession

const view = (change: Partial<DxpView> = {}): DxpView => ({
  state: { kind: 'playing' },
  fault: null,
  opponent: 'Other',
  own: 'white',
  level: null,
  number: 1,
  moves: 75,
  game: game({ white: human, black: human, position: position('white', [own]) }),
  ended: false,
  said: [],
  unread: 0,
  ...change,
})

beforeEach(async () => {
  language.now = 'en'
  announcer.lines = []
  acts = []
  const dxp: Frame['dxp'] = {
    begin: (_name, _wish, receive) => {
      report = receive
      return Promise.resolve()
    },
    act: (act) => {
      acts.push(act)
      return Promise.resolve()
    },
    end: () => Promise.resolve(),
  }
  const client = Object.assign(new FakeClient(), { frame: { dxp } as unknown as Frame })
  session = new DxpSession(client, pace())
  await session.begin(wish)
})

const said = (): string[] => announcer.lines.map((line) => line.text.replaceAll('\u00a0', ' '))

describe('a connection to another program', () => {
  it('calls, waits and plays, and shows its state', () => {
    report(view({ state: { kind: 'calling', address: 'there', calls: 0, pause: null }, game: null, number: 0 }))
    expect([session.isOn, session.isPlaying]).toEqual([true, false])
    report(view())
    expect([session.isPlaying, session.isMyTurn, session.below]).toEqual([true, true, 'white'])
    expect(said()).toContain('Calling there …')
    session.play(own, [32, 28])
    // A second tap before the answer is ignored.
    session.play(own, [32, 28])
    expect(acts).toEqual([{ kind: 'play', ply: 0, path: [32, 28] }])
    report(view({ game: game({ white: human, black: human, moves: [own], position: position('black', []) }) }))
    expect([session.isMyTurn, session.game?.ply]).toEqual([false, 1])
  })

  it('accepts no moves where a level plays', () => {
    report(view({ level: '3' }))
    expect(session.isMyTurn).toBe(false)
    session.play(own, [32, 28])
    expect(acts).toEqual([])
  })

  it('announces an end without a result, and a fault, once', () => {
    report(view())
    report(view({ ended: true }))
    report(view({ ended: true, state: { kind: 'over' }, fault: { kind: 'gone' } }))
    expect(session.isOn).toBe(false)
    expect(said().filter((line) => line.includes('without a result'))).toHaveLength(1)
    expect(said().at(-1)).toBe('The other program has closed the line.')
  })

  it('receives chat messages', () => {
    report(view())
    report(view({ said: [{ own: false, text: 'Good evening' }] }))
    expect(said().at(-1)).toBe('Other: Good evening')
  })
})

describe('the messages', () => {
  it('name their subject', () => {
    expect(dxpFaultText({ kind: 'illegal', text: '1-2' })).toContain('1-2')
    expect(dxpFaultText({ kind: 'noPort', port: 27531 })).toContain('27531')
    const again = dxpStateText({ state: { kind: 'calling', address: 'there', calls: 3, pause: 4 }, ended: false })
    expect(again.replaceAll('\u00a0', ' ')).toBe('there does not answer yet (calls so far: 3). Next call in 4 s.')
  })
})
