// An exam answer in words, for review.
import type { StepAnswer, StepView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'

/** "Your answer: 30-24, 33-24" */
export function answerText(answer: StepAnswer | null, task: StepView): string {
  if (!answer) return m.exam_no_answer()
  return m.exam_your_answer({ answer: words(answer, task) })
}

function words(answer: StepAnswer, task: StepView): string {
  switch (answer.kind) {
    case 'moves':
      return language.list(answer.paths.map((path) => `${path[0] ?? ''}–${path.at(-1) ?? ''}`))
    case 'taps':
      return language.list(answer.squares.map(String))
    case 'count':
      return String(answer.number)
    case 'truth':
      return answer.value ? m.true_answer() : m.false_answer()
    case 'pick':
      return task.options.find(({ key }) => key === answer.option)?.text ?? answer.option
    case 'text':
      return answer.text
    case 'pieces':
      return language.list(
        answer.pieces.map(({ square, side, role }) => `${square}\u00a0${role === 'king' ? m.piece_king({ side }) : m.piece_man({ side })}`),
      )
    case 'seen':
      return ''
  }
}
