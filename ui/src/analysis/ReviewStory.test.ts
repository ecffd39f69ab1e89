import { mount, unmount } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { CauseKind, ReviewView } from '../client/types'
import { board, position, reviewed } from '../shared/fake'
import ReviewStory from './ReviewStory.svelte'

const shot = { line: ['28-22', '17x28', '32x12'], themes: ['mazette'], before: position('white'), after: position('black') }
const part = (accuracy: number | null, moves: number) => ({ accuracy, moves, lost: 0 })

function shown(view: ReviewView): { text: string; press: (name: string) => void; gone: number[]; element: HTMLElement } {
  const element = document.createElement('div')
  const gone: number[] = []
  const game = { view, moves: ['1. 32-28', '1… 19-23', '2. 28x19'], first: 'white' as const, winner: 'white' as const }
  const story = mount(ReviewStory, { target: element, props: { game, board, below: 'white', ongo: (ply: number) => gone.push(ply) } })
  const press = (name: string): void => [...element.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
  const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ')
  void Promise.resolve().then(() => unmount(story))
  return { text, press, gone, element }
}

function withCauses(...kinds: (CauseKind | null)[]): ReviewView {
  const view = reviewed(...kinds.map((kind) => (kind ? ('blunder' as const) : ('best' as const))))
  const moves = view.moves.map((judged, at) => {
    const kind = kinds[at]
    return judged && kind ? { ...judged, cause: { kind, men: 1, proved: true, shot: kind.endsWith('Shot') ? shot : null } } : judged
  })
  const white = { ...view.white, phases: [part(92.4, 2), part(null, 0), part(null, 0)] }
  return { ...view, moves, white }
}

describe('the story of a game', () => {
  it('links a missed shot to its move, an allowed one to the move after', () => {
    const { text, press, gone, element } = shown(withCauses('missedShot', 'allowedShot', null))
    expect(text).toContain('Missed shots 1. 32-28 28-22 17×28 32×12 +1 · Mazette Before After')
    expect(text).toContain('Missed defences 1… 19-23')
    expect(element.querySelectorAll('figure svg').length).toBe(4)
    press('1. 32-28')
    press('1… 19-23')
    // The position of the shot: before a missed one, after a move that allowed one.
    expect(gone).toEqual([0, 2])
  })

  it('names the phases played, and is empty without facts', () => {
    const { text } = shown(withCauses(null, null, null))
    expect(text).toContain('Opening')
    expect(text).not.toMatch(/Middle game|Ending|Missed/)
    expect(text).toContain('White92')
  })
})
