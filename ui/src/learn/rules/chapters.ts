// Names of the rule book: its chapters, and its links to lessons.
import type { ChapterView, LessonSummary, PointView } from '../../client/types'
import { m } from '../../i18n/messages'
import { typeset } from '../../i18n/text'

const names: Record<ChapterView, () => string> = {
  board: m.rules_chapter_board,
  moving: m.rules_chapter_moving,
  capturing: m.rules_chapter_capturing,
  king: m.rules_chapter_king,
  result: m.rules_chapter_result,
  draw: m.rules_chapter_draw,
  conduct: m.rules_chapter_conduct,
  irregularities: m.rules_chapter_irregularities,
  notation: m.rules_chapter_notation,
  clock: m.rules_chapter_clock,
  ways: m.rules_chapter_ways,
}

export interface Chapter {
  readonly key: ChapterView
  readonly name: string
  readonly points: readonly PointView[]
}

/** The rules of a page by chapter, in their order. */
export function chaptersOf(points: readonly PointView[]): Chapter[] {
  const keys = [...new Set(points.map(({ chapter }) => chapter))]
  return keys.map((key) => ({ key, name: names[key](), points: points.filter(({ chapter }) => chapter === key) }))
}

/** "The lesson: First captures", or a general name if the lesson is not among these. */
export function lessonName(lessons: readonly LessonSummary[], id: string): string {
  const lesson = lessons.find((one) => one.id === id)
  return lesson ? m.rules_lesson({ title: typeset(lesson.title) }) : m.rules_in_lesson()
}
