import { beforeEach, describe, expect, it } from 'vitest'
import type { LessonView, StepReply, StepView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { announcer } from '../../shell/announcer.svelte'
import { FakeClient, board, move, pace, position, settle } from '../../shared/fake'
import { LessonSession } from './lesson.svelte'
import { byLanguage, forTheEar } from '../../shell/speech.svelte'

const step = (view: Partial<StepView>): StepView => ({
  kind: 'playMove',
  text: 'Prenez.',
  position: position('white', [move('32x23', [28])], true),
  overlays: [],
  line: [],
  wanted: 1,
  choices: [],
  options: [],
  after: [],
  goal: null,
  moves: 0,
  variations: 0,
  variation: 0,
  done: false,
  ...view,
})

const judged = (view: Partial<StepReply>): StepReply => ({
  verdict: 'done',
  text: 'Bien pris.',
  played: [],
  position: position('white'),
  overlays: [],
  found: [],
  kept: [],
  stars: null,
  returns: null,
  ...view,
})

let client: FakeClient
let session: LessonSession

function lesson(...steps: StepView[]): void {
  const view: LessonView = {
    summary: {
      id: 'board',
      title: 'Le damier',
      track: 'first-steps',
      language: 'fr',
      level: 1,
      articles: ['2.2'],
      steps: steps.length,
      done: 0,
      nextStep: 0,
      due: false,
      known: false,
      stars: 0,
      position: position('white'),
    },
    intro: 'Vous commencez par prendre.',
    outro: 'Vous savez prendre.',
    board,
    steps,
    review: null,
    next: null,
    ends: null,
    firstGame: false,
    theme: null,
    shot: null,
  }
  client.on('lesson', () => view)
}

beforeEach(() => {
  language.now = 'fr'
  announcer.lines = []
  client = new FakeClient().on('forgetLesson', () => ({}))
  session = new LessonSession(client, () => language.now, pace())
})

describe('a lesson', () => {
  it('opens at the first unsolved step and announces it', async () => {
    lesson(step({ done: true }), step({ text: 'La suite.' }))
    await session.open('board')
    expect(session.index).toBe(1)
    expect(announcer.lines.at(-1)?.text).toBe('Étape 2. La suite.')
  })

  it('continues after a right move, up to its end with stars', async () => {
    lesson(step({}))
    await session.open('board')
    client.on('lessonStep', () => judged({ played: [move('32x23', [28])], stars: 3 }))
    session.play([32, 23])
    await settle()
    expect(client.paramsOf('lessonStep')[0]).toMatchObject({
      lesson: 'board',
      step: 0,
      answer: { kind: 'moves', paths: [[32, 23]] },
      mistakes: 0,
      hints: 0,
      language: 'fr',
    })
    expect(session.solved).toBe(true)
    expect(session.feedback).toEqual({ verdict: 'right', text: 'Bien pris.' })
    await session.next()
    expect(session.finished).toBe(true)
    expect(session.stars).toBe(3)
    expect(announcer.lines.at(-1)?.text).toContain('Vous savez prendre.')
  })

  it('shows the refutation of a wrong move once, then the position to try again, and counts the mistake', async () => {
    lesson(step({}))
    await session.open('board')
    const back = position('white', [move('32x23', [28])], true)
    client.on('lessonStep', () => judged({ verdict: 'wrong', text: 'Pas là.', played: [move('32-27'), move('19-23')], position: back }))
    session.play([32, 27])
    expect(session.closed).toBe(true)
    await settle()
    expect(session.feedback?.verdict).toBe('wrong')
    expect(session.scene?.position.legal).toEqual(back.legal)
    expect(session.closed).toBe(false)
    client.on('lessonStep', () => judged({ played: [move('32x23', [28])] }))
    session.play([32, 23])
    await settle()
    expect(client.paramsOf('lessonStep')[1]).toMatchObject({ mistakes: 1, answer: { kind: 'moves', paths: [[32, 23]] } })
  })

  it('shakes the board at a wrong answer without a move', async () => {
    lesson(step({ kind: 'tapSquares' }), step({}))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'wrong' }))
    session.tap(1)
    await settle()
    expect(session.shaken).toBe(true)
    session.begin(1)
    expect(session.shaken).toBe(false)
    session.refuse(32, 28)
    await settle()
    expect(session.shaken).toBe(false)
  })

  it('names the steps left undone at its end, and shows them one after another', async () => {
    lesson(step({ kind: 'explain', line: [move('32-28')] }), step({ done: true }), step({ kind: 'trueFalse' }), step({}))
    await session.open('board', 4)
    client.on('lessonStep', () => judged({}))
    session.play([32, 23])
    await settle()
    await session.next()
    expect(session.finished).toBe(true)
    expect(session.left).toEqual([0, 2])
    expect(announcer.lines.at(-1)?.text).toBe('Il reste les étapes 1 et 3')
    session.fill()
    expect(session.index).toBe(0)
    await session.showLine()
    await session.next()
    expect(session.index).toBe(2)
    client.on('lessonStep', () => judged({ stars: 2 }))
    session.say(true)
    await settle()
    await session.next()
    expect(session.finished).toBe(true)
    expect(session.left).toEqual([])
    expect(session.stars).toBe(2)
    // The stars belong to their lesson.
    lesson(step({}))
    await session.open('board')
    expect(session.stars).toBe(0)
  })

  it('records an explanation as seen once its line is shown', async () => {
    lesson(step({ kind: 'explain', line: [move('32-28')] }), step({}))
    await session.open('board')
    client.on('lessonStep', () => judged({}))
    await session.note()
    session.begin(1)
    expect(session.left).toEqual([1])
    session.begin(0)
    await session.showLine()
    await session.next()
    expect(client.paramsOf('lessonStep')).toHaveLength(2)
  })

  it('draws no landings where finding them is the exercise', async () => {
    const long = position('white', [move('32x23x14', [28, 19])], true)
    lesson(step({}), step({ position: long }), step({ kind: 'playOut', position: long }))
    await session.open('board')
    expect(session.aids).toBe(true)
    session.begin(1)
    expect(session.aids).toBe(false)
    session.begin(2)
    expect(session.aids).toBe(true)
  })

  it('offers no hint in its last step before a wrong answer', async () => {
    lesson(step({}), step({}))
    await session.open('board')
    expect(session.hintable).toBe(true)
    session.begin(1)
    expect(session.hintable).toBe(false)
    client.on('lessonStep', () => judged({ verdict: 'wrong' }))
    session.refuse(32, 28)
    await settle()
    expect(session.hintable).toBe(true)
  })

  it('explains a touched piece without counting a mistake', async () => {
    lesson(step({}))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'wrong', text: 'Pas ce pion.' }))
    session.refuse(31, null)
    await settle()
    expect(client.paramsOf('lessonStep')[0]?.answer).toEqual({ kind: 'moves', paths: [[31]] })
    session.refuse(32, 28)
    await settle()
    expect(client.paramsOf('lessonStep')[1]).toMatchObject({ mistakes: 0, answer: { kind: 'moves', paths: [[32, 28]] } })
  })

  it('collects right taps and drops the wrong one', async () => {
    lesson(step({ kind: 'tapSquares', wanted: 2 }))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'goOn', found: [46] }))
    session.tap(46)
    await settle()
    expect(session.answered).toBe(1)
    client.on('lessonStep', () => judged({ verdict: 'wrong', text: 'Pas ici.', found: [46] }))
    session.tap(1)
    await settle()
    expect(client.paramsOf('lessonStep')[1]?.answer).toEqual({ kind: 'taps', squares: [46, 1] })
    client.on('lessonStep', () => judged({ verdict: 'done', found: [46, 47] }))
    session.tap(47)
    await settle()
    expect(client.paramsOf('lessonStep')[2]).toMatchObject({ mistakes: 1, answer: { kind: 'taps', squares: [46, 47] } })
    expect(session.solved).toBe(true)
  })

  it('continues a sequence with the reply, which is announced', async () => {
    lesson(step({ kind: 'sequence', wanted: 2 }))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'goOn', played: [move('32-28'), move('19-23')] }))
    session.play([32, 28])
    await settle()
    expect(announcer.lines.at(-1)?.text.replaceAll('\u00a0', ' ')).toBe('Juste. Bien pris. Les Noirs : 19 à 23.')
    client.on('lessonStep', () => judged({ played: [move('28x19', [23])] }))
    session.play([28, 19])
    await settle()
    expect(client.paramsOf('lessonStep')[1]?.answer).toEqual({
      kind: 'moves',
      paths: [
        [32, 28],
        [28, 19],
      ],
    })
  })

  it('uses the replies of a sequence in turn', async () => {
    lesson(step({ kind: 'sequence', variations: 1, variation: 1 }))
    await session.open('board')
    expect(announcer.lines.at(-1)?.text).toContain('Cette fois')
    client.on('lessonStep', () => judged({}))
    session.play([32, 28])
    await settle()
    expect(client.paramsOf('lessonStep')[0]?.variation).toBe(1)
    // The reply stays the same until the step is started again.
    expect(session.variation).toBe(1)
    session.begin(0)
    expect(session.variation).toBe(0)
    client.on('lessonHint', () => ({ text: 'Indice', overlays: [] }))
    await session.askHint()
    expect(client.paramsOf('lessonHint')[0]?.variation).toBe(0)
  })

  it('keeps a ring in later positions while its square does not change', async () => {
    const ring = { kind: 'ring' as const, squares: [28, 45] }
    lesson(step({ kind: 'sequence', overlays: [ring], wanted: 2 }))
    await session.open('board')
    const later = {
      ...position('white'),
      fen: 'later',
      pieces: [...position('white').pieces, { square: 28, side: 'white', role: 'man' } as const],
    }
    client.on('lessonStep', () => judged({ verdict: 'goOn', position: later }))
    session.play([32, 28])
    await settle()
    expect(session.overlays).toEqual([{ kind: 'ring', squares: [45] }])
  })

  it('keeps the drawings of a task while its position stays', async () => {
    const ring = { kind: 'ring' as const, squares: [28] }
    lesson(step({ kind: 'tapSquares', overlays: [ring], wanted: 2 }))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'goOn', found: [46] }))
    session.tap(46)
    await settle()
    expect(session.overlays).toEqual([ring])
  })

  it('gives three hints, each counted once; the third can be drawn again', async () => {
    lesson(step({}))
    await session.open('board')
    client.on('lessonHint', ({ strength }) => ({ text: `Indice ${strength}`, overlays: [{ kind: 'ring', squares: [32] }] }))
    for (let asked = 0; asked < 4; asked++) await session.askHint()
    expect(client.paramsOf('lessonHint').map(({ strength }) => strength)).toEqual([1, 2, 3, 3])
    client.on('lessonStep', () => judged({}))
    session.play([32, 23])
    await settle()
    expect(client.paramsOf('lessonStep')[0]?.hints).toBe(3)
  })

  it('shows the line of an explanation before it can continue', async () => {
    lesson(step({ kind: 'explain', line: [move('32x23', [28])] }), step({}))
    await session.open('board')
    expect(session.solved).toBe(false)
    await session.showLine()
    expect(session.solved).toBe(true)
    client.on('lessonStep', () => judged({ verdict: 'done', text: '' }))
    await session.next()
    expect(client.paramsOf('lessonStep')[0]?.answer).toEqual({ kind: 'seen' })
    expect(session.index).toBe(1)
  })
})

describe('steps without moves', () => {
  const stands = [{ square: 28, side: 'black', role: 'man' } as const]
  const answered = (): unknown => client.paramsOf('lessonStep').at(-1)?.answer

  beforeEach(() => {
    client.on('lessonStep', () => judged({}))
  })

  it('a position is built: given pieces stay, others are put, moved, removed and judged', async () => {
    lesson(step({ kind: 'buildPosition', position: { ...position('white'), pieces: [...stands] } }))
    await session.open('board')
    expect(session.mode).toBe('edit')
    session.put(28)
    session.put(32)
    session.brush = { side: 'black', role: 'king' }
    session.put(5)
    session.carry(32, 38)
    session.carry(28, 23)
    expect(session.scene?.position.pieces).toHaveLength(3)
    session.check()
    await settle()
    expect(answered()).toEqual({
      kind: 'pieces',
      pieces: [...stands, { square: 5, side: 'black', role: 'king' }, { square: 38, side: 'white', role: 'man' }],
    })
  })

  it('true or false, a choice, a text', async () => {
    lesson(step({ kind: 'trueFalse' }), step({ kind: 'choose', options: [{ key: 'a', text: 'A.' }] }), step({ kind: 'writeMove' }))
    await session.open('board')
    session.say(false)
    await settle()
    expect(answered()).toEqual({ kind: 'truth', value: false })
    session.begin(1)
    session.pick('a')
    await settle()
    expect(answered()).toEqual({ kind: 'pick', option: 'a' })
    session.begin(2)
    session.write('  ')
    session.write('36-31')
    await settle()
    expect(answered()).toEqual({ kind: 'text', text: '36-31' })
  })

  it('an irregular move is shown and described', async () => {
    lesson(
      step({
        kind: 'spotIrregularity',
        position: { ...position('white'), pieces: [...stands] },
        after: [{ square: 32, side: 'white', role: 'king' }],
      }),
    )
    await session.open('board')
    await settle()
    expect(session.acted).toBe(true)
    expect(session.scene?.position.pieces).toEqual([{ square: 32, side: 'white', role: 'king' }])
    expect(announcer.lines.at(-1)?.text.replaceAll('\u00a0', ' ')).toBe(
      '28 : pion noir, qui n’est plus là. 32 : dame blanche, qui vient d’arriver.',
    )
  })

  it('a game against the computer continues from the accepted moves', async () => {
    lesson(step({ kind: 'playOut', goal: 'win', moves: 5 }))
    await session.open('board')
    client.on('lessonStep', () => judged({ verdict: 'goOn', kept: [[32, 28]], played: [move('32-28'), move('19-23')] }))
    session.play([32, 28])
    await settle()
    client.on('lessonStep', () => judged({ verdict: 'wrong', kept: [[32, 28]], text: 'Non.' }))
    session.play([28, 22])
    await settle()
    session.play([28, 19])
    await settle()
    expect(answered()).toEqual({
      kind: 'moves',
      paths: [
        [32, 28],
        [28, 19],
      ],
    })
  })

  it('a lesson opens at the step of its link', async () => {
    lesson(step({}), step({ text: 'La deuxième.' }))
    await session.open('board', 2)
    expect(session.index).toBe(1)
    await session.open('board', 9)
    expect(session.index).toBe(1)
  })
})

it('drawings are described in words', async () => {
  lesson(
    step({
      overlays: [
        { kind: 'ring', squares: [32, 38] },
        { kind: 'cross', squares: [5] },
        { kind: 'route', path: [38, 29, 18], label: '2' },
        { kind: 'arrow', origin: 1, target: 7 },
      ],
    }),
  )
  await session.open('board')
  const said = announcer.lines.at(-1)?.text.replaceAll('\u00a0', ' ') ?? ''
  for (const words of ['Entouré : 32 et 38.', 'Barré : 5.', 'Trajet tracé : 38, 29, 18, prises : 2.', 'Flèche de 1 à 7.'])
    expect(said).toContain(words)
})

it('a move is read as it is spoken', () => {
  expect(forTheEar('Jouez 32-28, puis 26×37.').replaceAll('\u00a0', ' ')).toBe('Jouez 32 à 28, puis 26 prend par 37.')
})

it('texts of a lesson are spoken by a voice of their language', async () => {
  lesson(step({}))
  const whole = await client.call('lesson', { id: 'board', language: 'fr' })
  client.on('lesson', () => ({ ...whole, summary: { ...whole.summary, language: 'en' } }))
  await session.open('board')
  expect(
    byLanguage(['Juste.', session.inLessonLanguage('Two men.'), session.inLessonLanguage(null), session.inLessonLanguage('Well taken.')]),
  ).toEqual([
    { text: 'Juste.', of: 'fr' },
    { text: 'Two men. Well taken.', of: 'en' },
  ])
})

describe('a lesson that is due', () => {
  it('is reviewed by one step, and says when it comes back', async () => {
    lesson(step({ done: true }), step({ done: true, text: 'Celle-ci.' }), step({ done: true }))
    const whole = await client.call('lesson', { id: 'board', language: 'fr' })
    client.on('lesson', () => ({ ...whole, review: 1 }))
    client.on('lessonStep', () => judged({ returns: Date.UTC(2026, 11, 3, 12) }))
    await session.openReview('board')
    expect(session.index).toBe(1)
    expect(announcer.lines.at(-1)?.text).toBe('Étape 2. Celle-ci.')
    session.play([32, 23])
    await settle()
    await session.next()
    expect(session.finished).toBe(true)
    expect(announcer.lines.at(-1)?.text).toBe('Révision faite La leçon revient le 3 décembre.')
  })

  it('starts from the beginning if it is not due', async () => {
    lesson(step({ done: true }), step({ done: true }))
    await session.openReview('board')
    expect(session.repeats).toBe(false)
    expect(session.index).toBe(0)
  })
})
