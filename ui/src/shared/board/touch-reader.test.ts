import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exploreByTouch } from './touch-reader'

/** Cells of 40 pixels in a row: "a" from 0, "b" from 40, "c" from 80. */
let place: HTMLElement
let said: string[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  place = document.createElement('div')
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    const cell = document.createElement('div')
    cell.setAttribute('role', 'gridcell')
    cell.textContent = name
    cell.getBoundingClientRect = () => new DOMRect(index * 40, 0, 40, 40)
    place.append(cell)
  }
  document.body.append(place)
  end = exploreByTouch(place, {
    say: (cell) => said.push(cell.textContent),
    press: (cell) => said.push(`press ${cell.textContent}`),
    ask: (what) => said.push(`ask ${what}`),
  })
})
afterEach(() => {
  end()
  place.remove()
  vi.useRealTimers()
})

function touch(type: string, x: number, y = 20, pointerId = 1, pointerType = 'touch'): boolean {
  return place.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId, pointerType, bubbles: true }))
}

function tap(x: number): void {
  touch('pointerdown', x)
  touch('pointerup', x)
}

describe('exploring a board by touch', () => {
  it('announces each square the finger reaches, once', () => {
    touch('pointerdown', 10)
    expect(said).toEqual([])
    vi.advanceTimersByTime(200)
    touch('pointermove', 30)
    touch('pointermove', 50)
    touch('pointermove', 70)
    touch('pointermove', 200)
    touch('pointermove', 90)
    touch('pointerup', 90)
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['a', 'b', 'c'])
  })

  it('announces a square again when the finger returns', () => {
    for (let time = 0; time < 2; time++) {
      touch('pointerdown', 10)
      vi.advanceTimersByTime(200)
      touch('pointerup', 10)
    }
    expect(said).toEqual(['a', 'a'])
  })

  it('presses the last announced square by a double tap anywhere', () => {
    touch('pointerdown', 50)
    vi.advanceTimersByTime(200)
    touch('pointerup', 50)
    tap(10)
    vi.advanceTimersByTime(100)
    tap(10)
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['b', 'press b'])
  })

  it('treats a single tap as a request to announce the square', () => {
    tap(90)
    vi.advanceTimersByTime(1000)
    tap(10)
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['c', 'a'])
  })

  it('takes questions by two fingers', () => {
    const two = (dx: number, dy: number): void => {
      touch('pointerdown', 10, 20, 1)
      touch('pointerdown', 60, 20, 2)
      touch('pointermove', 10 + dx, 20 + dy, 1)
      touch('pointermove', 60 + dx, 20 + dy, 2)
      touch('pointerup', 10 + dx, 20 + dy, 1)
      touch('pointerup', 60 + dx, 20 + dy, 2)
    }
    two(0, 0)
    two(80, 10)
    two(-80, 10)
    two(0, 80)
    two(0, -80)
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['ask again', 'ask moves', 'ask moves', 'ask rows', 'ask position'])
  })

  it('passes mouse events through, keeps touches from the board, and can be removed', () => {
    const seen: string[] = []
    place.firstElementChild?.addEventListener('pointerdown', (event) => seen.push((event as PointerEvent).pointerType))
    const on = (pointerType: string): unknown =>
      place.firstElementChild?.dispatchEvent(new PointerEvent('pointerdown', { pointerType, bubbles: true }))
    on('mouse')
    on('touch')
    expect(seen).toEqual(['mouse'])
    end()
    on('touch')
    expect(seen).toEqual(['mouse', 'touch'])
  })
})
