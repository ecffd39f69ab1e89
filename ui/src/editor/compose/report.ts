// The report on a checked problem, in the terms of problemists. Knows no board.
import type { BenchStage, MoveView, ProblemDual, SoundnessView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { printed } from '../../shared/words'

const stages: Readonly<Record<BenchStage, () => string>> = {
  keys: m.bench_stage_keys,
  solution: m.bench_stage_solution,
  duals: m.bench_stage_duals,
  setPlay: m.bench_stage_set_play,
  men: m.bench_stage_men,
  done: m.bench_stage_men,
}

const list = (moves: readonly MoveView[]): string => language.list(moves.map(printed))

/** The faults found, or that there are none; while running, the current stage. */
export function verdict(view: SoundnessView): { fine: boolean; lines: string[] } {
  if (!view.done) return { fine: true, lines: [stages[view.stage]()] }
  const others = (order: boolean): string => list(view.keys.slice(1).flatMap((key) => (key.order === order ? [key.played] : [])))
  const lines = view.faults.map((fault) => {
    switch (fault) {
      case 'noSolution':
        return m.bench_no_solution()
      case 'cook':
        return m.bench_cook({ moves: others(false) })
      case 'twoKeys':
        return m.bench_two_keys({ moves: others(true) })
      case 'dual':
        return m.bench_has_dual()
      case 'notForced':
        return m.bench_not_forced({ moves: list(view.keys.map((key) => key.played)) })
      case 'undecided':
        return m.bench_undecided()
    }
  })
  if (view.lesser.length > 0) lines.push(m.bench_lesser({ moves: list(view.lesser) }))
  if (view.faults.length > 0) return { fine: false, lines }
  return { fine: true, lines: [soundness(view.duals), ...lines] }
}

function soundness(duals: readonly ProblemDual[]): string {
  if (duals.length === 0) return m.bench_sound()
  return duals.every((dual) => dual.minor !== null) ? m.bench_sound_minor() : m.bench_sound_beside()
}

/** "Move 2: 22×13 instead of 22×11; minor dual, another landing square." */
export function dualText({ number, main, other, asMuch, minor, inMainLine }: ProblemDual): string {
  const kinds = { order: m.bench_minor_order, landing: m.bench_minor_landing }
  const kind = minor ? kinds[minor]() : asMuch ? m.bench_as_much() : m.bench_less()
  const words = m.bench_dual({ number, other: printed(other), main: printed(main), kind })
  return inMainLine ? words : m.bench_beside({ dual: words })
}

/** Text about men that neither move nor are captured. */
export function menText({ superfluous, untold, stage }: SoundnessView, labels: readonly string[]): string[] {
  const names = (squares: readonly number[]): string => language.list(squares.map((square) => labels[square - 1] ?? String(square)))
  if (stage !== 'done') return []
  return [
    superfluous.length > 0 ? m.bench_superfluous({ squares: names(superfluous) }) : m.bench_all_needed(),
    ...(untold.length > 0 ? [m.bench_untold({ squares: names(untold) })] : []),
  ]
}
