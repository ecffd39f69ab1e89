import { beforeEach, describe, expect, it } from 'vitest'
import type { GameView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { announcer } from '../shell/announcer.svelte'
import { FakeClient, failed, game, move, pace, position, settle } from '../shared/fake'
import { takenBy } from '../shared/game-facts'
import { PlaySession } from './play.svelte'

const own = move('32-28')
const reply = move('19-23')

let client: FakeClient
let time: ReturnType<typeof pace>
let session: PlaySession

/** The game that the fake core stores. */
let held: GameView

beforeEach(() => {
  language.now = 'fr'
  announcer.lines = []
  held = game()
  client = new FakeClient()
    .on('game', () => held)
    .on('countHint', () => ({}))
    .on('playMove', ({ ply, path }) => {
      if (ply !== held.ply) throw failed('stale')
      const made = move(path.join('-'))
      held = game({ ...held, moves: [...held.moves, made], position: position(held.position.turn === 'white' ? 'black' : 'white', [own]) })
      return held
    })
    .on('takeBack', ({ ply }) => {
      if (ply !== held.ply) throw failed('stale')
      held = game({ ...held, moves: [], position: position('white', [own]) })
      return held
    })
  time = pace()
  session = new PlaySession(client, time)
})

/** The announcements, with plain spaces. */
const said = (): string[] => announcer.lines.map((line) => line.text.replaceAll('\u00a0', ' '))

describe('a move and its reply', () => {
  it('takes back the reply too that was on its way', async () => {
    await session.enter('1')
    await session.play(own)
    const plies: number[] = []
    client.on('takeBack', ({ ply }) => {
      plies.push(ply)
      if (ply !== 2) throw failed('stale')
      return (held = game({ ...held, moves: [], position: position('white', [own]) }))
    })
    client.on('game', () => game({ ...held, moves: [own, move('19-23')] }))
    await session.takeBack()
    expect([plies, session.game?.ply, session.failure]).toEqual([[1, 2], 0, null])
  })

  it('goes to the core, then to the search at the level of the game, then back to the person', async () => {
    await session.enter('1')
    // Engine data is loaded while the person thinks.
    expect([...client.prepared]).toEqual(['international'])
    await session.play(own)
    expect(client.paramsOf('playMove')).toEqual([{ game: 1, ply: 0, path: [32, 28] }])
    expect(session.thinking).toBe(true)
    expect(session.isPersonsTurn).toBe(false)
    expect(client.searches[0]?.params).toEqual({
      variant: 'international',
      fen: 'start',
      moves: ['32-28'],
      limits: { kind: 'level', level: '3', seed: 7 },
    })
    client.searches[0]?.finish(reply)
    await settle()
    expect(session.game?.moves.map((made) => made.notation)).toEqual(['32-28', '19-23'])
    expect(session.scene?.via).toEqual([reply])
    expect(session.thinking).toBe(false)
    expect(session.isPersonsTurn).toBe(true)
  })

  it('is never shown at once: after 400 ms, or after the pause of the level', async () => {
    await session.enter('1')
    await session.play(own)
    client.searches[0]?.finish(reply, { pause: 0 })
    await settle()
    expect(time.waits).toContain(400)
    await session.play(own)
    client.searches[1]?.finish(reply, { pause: 800 })
    await settle()
    expect(time.waits).toContain(800)
  })

  it('is announced in words, never with a hyphen', async () => {
    await session.enter('1')
    await session.play(own)
    client.searches[0]?.finish(reply)
    await settle()
    expect(said()).toEqual(['La partie reprend au coup 1. À vous.', 'Les Blancs : 32 à 28.', 'Les Noirs : 19 à 23. À vous.'])
  })

  it('moves at once on request, without the pause', async () => {
    await session.enter('1')
    await session.play(own)
    session.moveNow()
    expect(client.searches[0]?.stopped).toBe(true)
    client.searches[0]?.finish(reply, { pause: 900 })
    await settle()
    expect(time.waits).not.toContain(900)
    expect(session.game?.ply).toBe(2)
  })
})

describe('failures', () => {
  it('a double click plays one move: the stored game is asked for', async () => {
    await session.enter('1')
    const stale = held
    held = game({ moves: [own, reply], position: position('white', [own]) })
    await session.play(own)
    expect(session.game?.ply).toBe(2)
    expect([session.failure, session.note]).toEqual([null, null])
    expect(stale.ply).toBe(0)
  })

  it('reports a move overtaken by another window as not played', async () => {
    await session.enter('1')
    held = game({ moves: [move('31-26'), reply], position: position('white', [own]) })
    await session.play(own)
    expect(session.game?.ply).toBe(2)
    expect(session.note).toBe('Cette partie a continué dans une autre fenêtre : votre coup n’a pas été joué.')
    expect(said().at(-1)).toBe('Cette partie a continué dans une autre fenêtre : votre coup n’a pas été joué.')
  })

  it('explains a refused move with the core’s reason and the legal moves', async () => {
    await session.enter('1')
    client.on('whyNot', ({ origin, target }) => ({
      rule: 'mustTakeMore',
      origin,
      target: target ?? null,
      has: 1,
      must: 2,
      squares: [],
      tried: move('31x22', [27]),
      allowed: [move('38x29x18', [33, 23])],
      lesser: [],
    }))
    await session.refuse(31, 22)
    expect(session.refusal?.rule).toBe('mustTakeMore')
    expect(said().at(-1)).toBe('Vous devez prendre deux pions : 38 prend 33 et 23, va en 18. 31 à 22 n’en prend qu’un.')
    session.touched()
    expect(session.refusal).toBeNull()
  })

  it('takes back and explains a move the core calls illegal', async () => {
    await session.enter('1')
    client
      .on('playMove', () => {
        throw failed('illegalMove')
      })
      .on('whyNot', ({ origin, target }) => ({
        rule: 'tooFar',
        origin,
        target: target ?? null,
        has: 0,
        must: 0,
        squares: [],
        tried: null,
        allowed: [],
        lesser: [],
      }))
    await session.play(own)
    expect(session.game?.ply).toBe(0)
    expect(session.refusal?.rule).toBe('tooFar')
    expect(session.thinking).toBe(false)
  })

  it('keeps the position and reports a write error', async () => {
    await session.enter('1')
    client.on('playMove', () => {
      throw failed('storage')
    })
    await session.play(own)
    expect(session.failure?.kind).toBe('storage')
    expect(session.game?.ply).toBe(0)
  })

  it('keeps the turn after a failed search, and searches again on return', async () => {
    await session.enter('1')
    await session.play(own)
    client.searches[0]?.fail('internal')
    await settle()
    expect(session.thinking).toBe(false)
    expect(session.failure?.kind).toBe('internal')
    await session.enter('1')
    expect(client.searches).toHaveLength(2)
  })
})

describe('taking back', () => {
  it('stops a search and ignores its move', async () => {
    await session.enter('1')
    await session.play(own)
    await session.takeBack()
    expect(client.searches[0]?.stopped).toBe(true)
    client.searches[0]?.finish(reply)
    await settle()
    expect(session.game?.ply).toBe(0)
    expect(client.paramsOf('playMove')).toHaveLength(1)
    expect(session.thinking).toBe(false)
  })

  it('is not offered before the person has moved', async () => {
    held = game({ white: { kind: 'computer', level: '1' }, black: { kind: 'human' }, moves: [own], position: position('black', [reply]) })
    await session.enter('1')
    expect(session.canTakeBack).toBe(false)
  })
})

describe('starting', () => {
  it('starts a game at the proposed level if none is unfinished', async () => {
    client
      .on('game', () => {
        throw failed('notFound')
      })
      .on('newGame', ({ white, black }) => game({ white, black }))
    await session.enter('4')
    expect(client.paramsOf('newGame')).toEqual([
      { variant: 'international', white: { kind: 'human' }, black: { kind: 'computer', level: '4' }, handicap: { white: 0, black: 0 } },
    ])
    expect(said()[0]).toContain('La partie commence. Vous avez les Blancs')
  })

  it('lets the computer start if the person has Black, and gives the person the handicap', async () => {
    client.on('newGame', ({ white, black }) => game({ white, black }))
    await session.begin({ variant: 'international', level: '2', colour: 'black', handicap: { own: 3, opposite: 0 } })
    expect(client.paramsOf('newGame')[0]?.handicap).toEqual({ white: 0, black: 3 })
    expect(session.below).toBe('black')
    expect(client.searches).toHaveLength(1)
  })

  it('starts a rematch with colours swapped and the handicap kept by its player', async () => {
    held = game({
      removed: [31, 32],
      outcome: { winner: 'black', reason: 'blocked', result: '0-2', article: '6.1', about: 'white', number: null },
    })
    client.on('newGame', ({ white, black }) => game({ white, black }))
    await session.enter('1')
    await session.again({ colours: true })
    expect(client.paramsOf('newGame')[0]).toMatchObject({
      white: { kind: 'computer', level: '3' },
      black: { kind: 'human' },
      handicap: { white: 0, black: 0 },
      removed: [20, 19],
    })
  })

  it('announces the end with its reason and article', async () => {
    client.on(
      'resign',
      () =>
        (held = game({ outcome: { winner: 'black', reason: 'resignation', result: '0-2', article: null, about: 'white', number: null } })),
    )
    await session.enter('1')
    await session.resign()
    expect(said().at(-1)).toBe('Partie finie. Vous perdez. Les Blancs abandonnent.')
  })
})

describe('hints', () => {
  it('get stronger at each request, from one search at full strength, counted once', async () => {
    await session.enter('1')
    const asked = session.askHint()
    client.searches[0]?.finish(own, { pv: ['32-28', '19-23', '37-32'] })
    await asked
    expect(client.searches[0]?.params.limits).toEqual({ kind: 'time', millis: 1500 })
    expect(session.hints.now).toEqual({ strength: 1, best: own, line: ['19-23', '37-32'] })
    await session.askHint()
    await session.askHint()
    await session.askHint()
    expect(session.hints.now?.strength).toBe(3)
    expect(client.searches).toHaveLength(1)
    expect(client.paramsOf('countHint')).toHaveLength(1)
  })

  it('are no longer searched once the person has moved', async () => {
    await session.enter('1')
    const asked = session.askHint()
    await session.play(own)
    expect(client.searches[0]?.stopped).toBe(true)
    client.searches[0]?.finish(own)
    await asked
    expect(session.hints.now).toBeNull()
    expect(session.hints.searching).toBe(false)
    expect(client.paramsOf('countHint')).toEqual([])
  })

  it('show the threat of the other side if passing would cost something', async () => {
    await session.enter('1')
    const asked = session.askHint('threat')
    client.searches[0]?.finish(own, { score: 10 })
    await settle()
    expect(client.searches[1]?.params).toMatchObject({ passed: true, moves: [] })
    client.searches[1]?.finish(reply, { score: 95 })
    await asked
    expect(session.hints.threat).toEqual({ move: reply })
    expect(said().at(-1)).toContain('menace')
    expect(client.paramsOf('countHint')).toHaveLength(1)
    // A hint replaces it, and the other way round.
    const hint = session.askHint()
    client.searches[2]?.finish(own)
    await hint
    expect(session.hints.threat).toBeNull()
    const again = session.askHint('threat')
    client.searches[3]?.finish(own, { score: 10 })
    await settle()
    client.searches[4]?.finish(reply, { score: 30 })
    await again
    expect(session.hints).toMatchObject({ now: null, threat: { move: null } })
    expect(said().at(-1)).toBe('Rien ne menace.')
  })

  it('a draw offer includes the score from the computer’s view', async () => {
    await session.enter('1')
    client.on('offerDraw', () => ({ accepted: false, game: held }))
    const offered = session.offerDraw()
    await settle()
    client.searches[0]?.finish(own, { score: 120 })
    await offered
    expect(client.paramsOf('offerDraw')).toEqual([{ game: 1, side: 'white', score: -120 }])
    expect(session.drawOffers.state).toBe('refused')
  })
})

describe('terms of a game', () => {
  it('disable hints in a serious game', async () => {
    held = game({ moves: [own, reply], position: position('white', [own]), terms: { ...held.terms, serious: true } })
    await session.enter('1')
    expect([session.isHelped, session.canTakeBack, session.aids('white')]).toEqual([false, false, 'none'])
    await session.askHint()
    await session.takeBack()
    expect(client.searches).toEqual([])
    expect(client.paramsOf('takeBack')).toEqual([])
  })

  it('allow huffing by the historic rule, where hints search the position alone', async () => {
    held = game({
      black: { kind: 'human' },
      moves: [own, reply],
      position: position('white', [own]),
      terms: { ...held.terms, houseRule: 'huffing' },
      huffable: [19],
    })
    client.on('huff', () => (held = { ...held, huffable: [], huffed: [2] })).on('whyNot', () => null)
    await session.enter('1')
    await session.refuse(31)
    expect(client.paramsOf('whyNot')).toMatchObject([{ origin: 31, houseRule: 'huffing' }])
    await session.huff(19)
    expect(client.paramsOf('huff')).toEqual([{ game: 1, ply: 2, square: 19 }])
    expect(session.game?.huffable).toEqual([])
    // The huffed piece lies among those White has taken, and is back when looking at earlier positions.
    expect([session.takenBy('white'), session.takenBy('black')]).toEqual([1, 0])
    expect(takenBy(held, 'white', 1)).toBe(0)
    expect(said().join(' ')).toContain('La pièce en 19 est soufflée.')
    void session.askHint()
    expect(client.searches[0]?.params).toMatchObject({ fen: 'white', moves: [] })
  })

  it('a late answer for the previous game is ignored', async () => {
    await session.enter('1')
    const next = game({ id: 2 })
    let refuse: (why: unknown) => void = () => {}
    const call = client.call.bind(client)
    client.call = ((name: 'playMove', params: never) =>
      name === 'playMove' ? new Promise((_, reject) => (refuse = reject)) : call(name, params)) as typeof client.call
    const sent = session.play(own)
    client.on('newGame', () => next)
    await session.again({})
    refuse(failed('notFound'))
    await sent
    expect([session.game?.id, session.failure]).toEqual([2, null])
  })

  it('coming back from the review of a finished game shows it, once', async () => {
    held = game({ outcome: { winner: 'black', reason: 'resignation', result: '0-2', article: null, about: 'white', number: null } })
    await session.enter('1')
    const asked = () => client.paramsOf('game').length
    const before = asked()
    session.leave()
    await session.enter('1')
    expect([asked() - before, session.isOver]).toEqual([0, true])
    await session.enter('1')
    expect(asked() - before).toBe(1)
  })

  it('a game by a house rule is not analysed, since evaluations do not apply', async () => {
    const moves = Array.from({ length: 8 }, () => own)
    held = game({ black: { kind: 'human' }, moves, terms: { ...held.terms, houseRule: 'captureOptional' } })
    client.on(
      'resign',
      () =>
        (held = {
          ...held,
          outcome: { winner: 'black', reason: 'resignation', result: '0-2', article: null, about: 'white', number: null },
        }),
    )
    await session.enter('1')
    await session.resign()
    await settle()
    expect(session.isOver).toBe(true)
    expect(client.searches).toEqual([])
  })
})

describe('looking back', () => {
  it('stays at an earlier position when the reply arrives', async () => {
    held = game({ moves: [own, reply], position: position('white', [own]) })
    client.on('gameAt', ({ ply }) => ({ ...position('white'), fen: `after ${ply}` }))
    await session.enter('1')
    await session.play(own)
    await session.look(1)
    expect(session.scene?.position.fen).toBe('after 1')
    client.searches[0]?.finish(reply)
    await settle()
    expect(session.game?.ply).toBe(4)
    expect(session.looking).toBe(1)
    expect(session.scene?.position.fen).toBe('after 1')
    await session.look(99)
    expect(session.looking).toBeNull()
    expect(session.scene?.position).toMatchObject({ turn: 'white' })
  })
})
