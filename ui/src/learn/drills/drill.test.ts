import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Drill, SECONDS } from './drill.svelte'

let now = 0
const pace = { now: () => now, wait: () => Promise.resolve(), seed: () => 7 }

beforeEach(() => {
  now = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

function later(seconds: number): void {
  now += seconds * 1000
  vi.advanceTimersByTime(seconds * 1000)
}

it('goes to the next question after a right answer, and repeats after a wrong one', async () => {
  let next = 0
  const drill = new Drill(() => ++next, undefined, pace)
  await drill.begin(false)
  expect([drill.question, drill.left]).toEqual([1, null])
  await drill.answer(false)
  expect([drill.question, drill.right, drill.wrong]).toEqual([1, 0, 1])
  await drill.answer(true)
  expect([drill.question, drill.right, drill.wrong]).toEqual([2, 1, 1])
})

it('ends with the clock and reports the right answers', async () => {
  const ended: number[] = []
  const drill = new Drill(
    (before: number | null) => (before ?? 0) + 1,
    (right) => ended.push(right),
    pace,
  )
  await drill.begin(true)
  await drill.answer(true)
  later(SECONDS - 1)
  expect([drill.left, drill.over]).toEqual([1, false])
  later(1)
  expect([drill.left, drill.over, drill.running]).toEqual([0, true, false])
  expect(ended).toEqual([1])
  await drill.answer(true)
  expect(drill.right).toBe(1)
})

it('a question that arrives after the end is dropped', async () => {
  let give: (question: string) => void = () => {}
  const drill = new Drill(() => new Promise<string>((resolve) => (give = resolve)), undefined, pace)
  const begun = drill.begin(true)
  give('first')
  await begun
  const answered = drill.answer(true)
  drill.stop()
  give('late')
  await answered
  expect(drill.question).toBe('first')
})
