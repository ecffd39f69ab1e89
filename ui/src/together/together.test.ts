import { beforeEach, expect, it, vi } from 'vitest'
import type { GameView, GuestMessage, HostMessage, OtbGameView, SharedShotView, TableView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { game, move, pace, position, settle } from '../shared/fake'
import { announcer } from '../shell/announcer.svelte'
import type { Socket } from './connection'
import type { Memory, Remembered } from './memory'
import { TogetherSession } from './together.svelte'

/** A host played by the test. */
class FakeSocket implements Socket {
  said: GuestMessage[] = []
  private readonly listeners = new Map<string, (event: Event) => void>()

  addEventListener(what: string, listener: (event: Event) => void): void {
    this.listeners.set(what, listener)
  }

  opens(): void {
    this.listeners.get('open')?.(new Event('open'))
  }

  breaks(): void {
    this.listeners.get('close')?.(new Event('close'))
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as GuestMessage)
  }

  close(): void {}

  receive(message: HostMessage): void {
    this.listeners.get('message')?.(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

let sockets: FakeSocket[]
let kept: Remembered | null
const memory: Memory = { read: () => kept, write: (remembered) => (kept = remembered) }
const terms = {
  variant: 'international',
  opener: 'white',
  handicap: { white: 0, black: 0 },
  clock: null,
  serious: false,
  houseRule: null,
  realBoard: false,
  ballot: null,
  drawn: null,
} as const
const seat = (name: string) => ({ name, here: true, away: 0 })

const own = move('32-28')

function table(now: GameView | null, more: Partial<TableView> = {}): HostMessage {
  const empty = { board: null, draw: null, takeBack: null, again: null, waiting: 0, tournament: false }
  return { kind: 'table', table: { id: 1, terms, white: seat('Ada'), black: seat('Bram'), you: 'white', game: now, ...empty, ...more } }
}

function open(): TogetherSession {
  const next = (): Socket => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket
  }
  return new TogetherSession('key', next, memory, pace())
}

const entered: HostMessage = { kind: 'entered', club: 'Evening', id: 1, name: 'Ada', token: 'token', host: false }

beforeEach(() => {
  language.now = 'en'
  announcer.lines = []
  sockets = []
  kept = null
})

function enter(): { session: TogetherSession; socket: FakeSocket } {
  const session = open()
  session.enter('Ada')
  const [socket] = sockets
  if (!socket) throw new Error('no line was opened')
  socket.opens()
  socket.receive(entered)
  return { session, socket }
}

it('enters by name, and after a reload by the token', () => {
  const { socket } = enter()
  expect(socket.said).toEqual([{ kind: 'enter', key: 'key', name: 'Ada' }])
  expect(kept).toEqual({ key: 'key', name: 'Ada', token: 'token' })
  const again = open()
  sockets[1]?.opens()
  expect(sockets[1]?.said).toEqual([{ kind: 'resume', key: 'key', token: 'token' }])
  expect(again.state).toBe('coming')
})

it('plays moves the host accepts, and takes back those it refuses', async () => {
  const { session, socket } = enter()
  const start = game({ position: position('white', [own]) })
  socket.receive(table(start))
  expect(session.isMyTurn).toBe(true)
  session.play(own, [32, 28])
  expect(session.isMyTurn).toBe(false)
  expect(socket.said.at(-1)).toEqual({ kind: 'play', table: 1, ply: start.ply, path: [32, 28] })
  const before = session.scene
  socket.receive({ kind: 'refused', refusal: 'illegalMove' })
  // The same position in a new scene: the board drops the piece in hand.
  expect(session.scene).not.toBe(before)
  expect(session.isMyTurn).toBe(true)
  session.play(own, [32, 28])
  socket.receive(table(game({ ...start, moves: [...start.moves, own], ply: start.ply + 1, position: position('black', []) })))
  await settle()
  expect(session.scene?.via).toEqual([own])
  expect(session.refused).toBeNull()
})

it('reconnects by itself, but not after a final refusal', () => {
  vi.useFakeTimers()
  const { session, socket } = enter()
  socket.breaks()
  expect(session.state).toBe('lost')
  vi.advanceTimersByTime(400)
  sockets[1]?.opens()
  expect(sockets[1]?.said).toEqual([{ kind: 'resume', key: 'key', token: 'token' }])
  sockets[1]?.receive(entered)
  expect(session.state).toBe('in')
  sockets[1]?.receive({ kind: 'refused', refusal: 'closed' })
  sockets[1]?.breaks()
  vi.advanceTimersByTime(60_000)
  expect(session.state).toBe('over')
  expect(sockets).toHaveLength(2)
  vi.useRealTimers()
})

it('asks for the name again after a long absence', () => {
  kept = { key: 'key', name: 'Ada', token: 'old' }
  const session = open()
  sockets[0]?.opens()
  sockets[0]?.receive({ kind: 'refused', refusal: 'unknownToken' })
  expect([session.state, session.name, kept?.token]).toEqual(['out', 'Ada', null])
})

it('announces a request of the opponent once', () => {
  const { session, socket } = enter()
  const now = game({ position: position('white', [own]) })
  socket.receive(table(now))
  socket.receive(table(now, { draw: 'black' }))
  socket.receive(table(now, { draw: 'black' }))
  const said = announcer.lines.filter(({ text }) => text === 'Your opponent offers a draw.')
  expect(said).toHaveLength(1)
  session.answer('answerDraw', false)
  expect(socket.said.at(-1)).toEqual({ kind: 'answerDraw', table: 1, accept: false })
})

it('returns to the lobby when the host says so', () => {
  const { session, socket } = enter()
  socket.receive(table(game()))
  session.toLobby()
  expect(socket.said.at(-1)).toEqual({ kind: 'leave' })
  socket.receive({ kind: 'lobby', lobby: { people: [], tables: [], tournament: null, shot: false, pairing: null } })
  expect([session.table, session.lobby?.tables]).toEqual([null, []])
})

const shot: SharedShotView = {
  id: 7,
  board: game().board,
  start: position('white', [own]),
  judged: true,
  moves: 1,
  found: 0,
  solved: false,
  tries: 0,
  answer: null,
  position: position('white', [own]),
  reply: null,
  tally: { here: 1, tried: 0, solved: 0 },
  solvers: [],
  answers: [],
  shown: false,
  solution: null,
}

it('tries moves in the position sent to all, and takes back those that do not win', async () => {
  const { session, socket } = enter()
  socket.receive({ kind: 'shot', shot })
  session.shot?.play([32, 28])
  expect(socket.said.at(-1)).toEqual({ kind: 'tryShot', shot: 7, found: 0, path: [32, 28] })
  expect(session.shot?.canPlay).toBe(false)
  socket.receive({ kind: 'shot', shot: { ...shot, tries: 1, reply: { verdict: 'wrong', played: [own], position: shot.start } } })
  await settle()
  expect([session.shot?.verdict, session.shot?.canPlay]).toEqual(['wrong', true])
  expect(session.shot?.scene.position).toEqual(shot.start)
  // A refusal takes the move back too.
  session.shot?.play([32, 28])
  socket.receive({ kind: 'refused', refusal: 'stale' })
  expect(session.shot?.canPlay).toBe(true)
  session.shot?.play([32, 28])
  const end = position('black', [])
  socket.receive({
    kind: 'shot',
    shot: { ...shot, found: 1, solved: true, position: end, reply: { verdict: 'done', played: [own], position: end } },
  })
  await settle()
  expect([session.shot?.scene.position, session.shot?.canPlay]).toEqual([end, false])
  socket.receive({ kind: 'shot', shot: { ...shot, solved: true, shown: true, solution: { line: [own], tree: '32-28', themes: [] } } })
  await settle()
  expect(session.shot?.scene.last).toEqual(own)
  socket.receive({ kind: 'lobby', lobby: { people: [], tables: [], tournament: null, shot: false, pairing: null } })
  expect(session.shot).toBeNull()
})

it('knows who is free to be paired by hand', () => {
  const { session, socket } = enter()
  const person = (id: number, name: string, more = {}) => ({ id, name, here: true, host: false, ...more })
  const people = [
    person(1, 'Ada'),
    person(2, 'Bram'),
    person(3, 'Cato', { here: false }),
    person(4, 'Trainer', { host: true }),
    person(5, 'Dora'),
  ]
  const line = { id: 1, terms, white: 'Ada', black: null, ply: null, result: null, yours: true }
  socket.receive({ kind: 'lobby', lobby: { people, tables: [line], tournament: null, shot: false, pairing: null } })
  expect(session.free.map(({ name }) => name)).toEqual(['Bram', 'Dora'])
})

/** A real board with this number of actions done. */
const real = (done: number, more: Partial<OtbGameView> = {}): OtbGameView => ({
  heldWhole: false,
  moves: [],
  pieces: [
    { place: [3, 6], side: 'white', role: 'man' },
    { place: [5, 3], side: 'black', role: 'man' },
  ],
  turn: 'white',
  held: [],
  toLift: [],
  uncrowned: [],
  pending: [],
  decides: null,
  notes: [],
  done,
  refused: null,
  begun: false,
  outcome: null,
  ...more,
})

const acts = (socket: FakeSocket): unknown[] => socket.said.filter(({ kind }) => kind === 'act')

it('a hand at a real board waits until the host shows its action', async () => {
  const { session, socket } = enter()
  const still = game({ position: position('white', []) })
  socket.receive(table(still, { board: real(0) }))
  void session.hand.tap([3, 6])
  void session.hand.tap([4, 5])
  // The board does not show the first action yet.
  void session.act('release')
  expect(acts(socket)).toEqual([
    {
      kind: 'act',
      table: 1,
      done: 0,
      what: 'hold',
      places: [
        [3, 6],
        [4, 5],
      ],
    },
  ])
  socket.receive(
    table(still, {
      board: real(1, {
        held: [
          [3, 6],
          [4, 5],
        ],
      }),
    }),
  )
  void session.act('release')
  expect(acts(socket).at(-1)).toMatchObject({ done: 1, what: 'release', places: [] })
  // After a refusal or a disconnection the hand is free again.
  socket.receive({ kind: 'refused', refusal: 'stale' })
  void session.act('release')
  expect(acts(socket)).toHaveLength(3)
  await settle()
})

it('announces an irregularity, and who decides', () => {
  const { socket } = enter()
  const still = game({ position: position('white', []) })
  socket.receive(table(still, { board: real(0) }))
  const fault = {
    key: 'missed-capture',
    text: 'a capture was missed',
    also: null,
    article: '5.4.6',
    edition: 'international-2004',
    by: 'black',
    places: [],
    instead: ['19x28'],
  } as const
  socket.receive(
    table(still, { board: real(1, { pending: [{ ...fault, places: [], instead: ['19x28'] }], decides: 'white', turn: 'white' }) }),
  )
  const heard = announcer.lines.map(({ text }) => text).join(' ')
  expect(heard).toContain('5.4.6')
  expect(heard).toContain('Yours to decide')
})

it('huffs by a house rule, and asks for the official verdict on the move shown', () => {
  const { session, socket } = enter()
  const agreed = { ...game({}).terms, houseRule: 'huffing' } as const
  const now = game({ position: position('white', [own]), moves: [own], ply: 1, terms: agreed, huffable: [19] })
  socket.receive(table(now))
  session.huff(19)
  expect(socket.said.at(-1)).toEqual({ kind: 'huff', table: 1, ply: 1, square: 19 })
  socket.receive(table({ ...now, huffable: [], huffed: [1] }))
  expect(announcer.lines.map(({ text }) => text).join(' ')).toContain('huffed')
  session.askRule(1)
  expect(socket.said.at(-1)).toEqual({ kind: 'askRule', table: 1, ply: 1 })
  socket.receive({ kind: 'rule', table: 1, rule: { ply: 1, position: position('white', []), refusal: null } })
  expect(session.rule?.ply).toBe(1)
  // After another move the old answer no longer applies.
  socket.receive(table({ ...now, moves: [own, own], ply: 2, position: position('black', []) }))
  expect(session.rule).toBeNull()
})

it('plays a planned move when it is legal, and reports it when it is not', () => {
  const { session, socket } = enter()
  const waits = game({ moves: [own], position: position('black') })
  socket.receive(table(waits))
  expect([session.isMyTurn, session.isPlanning]).toEqual([false, true])
  session.plan(27)
  // No piece is chosen, so a message is shown.
  expect([session.premove.path, session.note]).toEqual([[], expect.any(String)])
  session.plan(32)
  session.plan(28)
  expect([session.premove.isWhole, session.note]).toEqual([true, null])
  const arrives = game({ moves: [own, move('19-23')], position: position('white', [own]) })
  socket.receive(table(arrives))
  expect(socket.said.at(-1)).toEqual({ kind: 'play', table: 1, ply: 2, path: [32, 28] })
  expect(session.premove.path).toEqual([])

  socket.receive(table(game({ moves: [own, move('19-23'), own], position: position('black') })))
  session.plan(32)
  session.plan(27)
  socket.receive(table(game({ moves: [own, move('19-23'), own, move('14-19')], position: position('white', [own]) })))
  expect(session.note).toContain('32-27')
  expect(socket.said.at(-1)).toEqual({ kind: 'askWhy', table: 1, origin: 32, target: 27 })
})
