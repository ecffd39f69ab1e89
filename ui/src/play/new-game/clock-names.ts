// Time controls: the presets and their names.
import type { TimeControlView } from '../../client/types'
import { m } from '../../i18n/messages'

const game = (minutes: number, increment = 0, delay = 0): TimeControlView => ({
  periods: [{ moves: null, seconds: minutes * 60 }],
  increment,
  delay,
})

/** The presets, fastest first. */
export const PRESETS: readonly TimeControlView[] = [
  game(3, 2),
  game(5),
  game(5, 3),
  game(10, 0, 5),
  game(15, 5),
  game(30),
  game(80, 60),
  {
    periods: [
      { moves: 50, seconds: 7200 },
      { moves: 25, seconds: 3600 },
    ],
    increment: 0,
    delay: 0,
  },
]

/** The usual presets, for a single row. */
export const USUAL: readonly TimeControlView[] = [game(5, 3), game(15, 5), game(30), game(80, 60)]

/** "5 + 3": minutes, and seconds added after each move. */
export function shortControl({ periods, increment }: TimeControlView): string {
  const minutes = Math.round((periods[0]?.seconds ?? 0) / 60)
  return increment > 0 ? `${minutes} + ${increment}` : m.clock_minutes({ minutes })
}

/** Equal controls have equal keys. */
export const controlKey = (control: TimeControlView): string => JSON.stringify(control)

/** "15 min + 5 s a move"; "50 moves in 2 h, then 25 moves in 1 h". */
export function controlText({ periods, increment, delay }: TimeControlView): string {
  const parts = periods.map(({ moves, seconds }) => (moves ? m.clock_moves_in({ moves, time: duration(seconds) }) : duration(seconds)))
  const time = parts.reduce((before, after) => m.clock_then({ before, after }))
  if (increment > 0) return m.clock_increment({ time, seconds: increment })
  return delay > 0 ? m.clock_delay({ time, seconds: delay }) : time
}

function duration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = [
    hours > 0 ? m.clock_hours({ hours }) : '',
    minutes > 0 ? m.clock_minutes({ minutes }) : '',
    rest > 0 ? m.clock_seconds({ seconds: rest }) : '',
  ]
  return parts.filter(Boolean).join(' ')
}
