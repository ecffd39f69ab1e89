// The pages: where each is found, what it is called, whether a new start would cut anything short there, and how it is loaded. Whoever
// adds a page adds an entry. Knows no page's content: it comes when it is first opened.
import type { Component } from 'svelte'
import type { HomeView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Params, type Path, type Values, flag, numberOf } from './paths'

/** A number that a store gives; longer ones it never has. */
const stored = numberOf(/^\d{1,15}$/)

/** How training chooses, and what each kind names behind it. */
const TRAININGS: Readonly<Record<string, RegExp>> = {
  rated: /^$/,
  streak: /^$/,
  daily: /^$/,
  repeat: /^$/,
  theme: /^[a-z-]{1,40}$/,
  length: /^[1-9]$/,
  set: /^\d{1,15}$/,
}

const table = {
  start: { path: '', also: ['start'], title: () => '', rests: true, load: () => import('../../start/Start.svelte') },
  play: { path: 'play', title: m.door_play, rests: true, load: () => import('../../play/Play.svelte') },
  learn: { path: 'learn', title: m.learn_title, rests: true, load: () => import('../../learn/Learn.svelte') },
  /** A lesson; with a step, 1 the first, at that step. */
  lesson: {
    path: 'learn/:id/:step?',
    parts: { step: numberOf(/^[1-9]\d{0,3}$/) },
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/lesson/Lesson.svelte'),
  },
  /** The lesson that teaches an article of the federation's rules: "4.13". */
  article: { path: 'article/:article', title: m.learn_title, rests: true, load: () => import('../../learn/Article.svelte') },
  rules: { path: 'rules/:variant?', also: ['article'], title: m.rules_title, rests: true, load: () => import('../../learn/Rules.svelte') },
  /** A game at a real board. */
  table: { path: 'table/:variant?', title: m.table_title, load: () => import('../../over-the-board/OverTheBoard.svelte') },
  /** The clock by itself. */
  clock: { path: 'clock', title: m.arbiter_clock, load: () => import('../../over-the-board/ArbiterClock.svelte') },
  /** The glossary, open at a term. */
  words: { path: 'words/:term?', title: m.words_title, rests: true, load: () => import('../../learn/glossary/Words.svelte') },
  pictures: { path: 'pictures', title: m.pictures_title, rests: true, load: () => import('../../learn/pictures/Pictures.svelte') },
  squares: { path: 'squares', title: m.squares_title, load: () => import('../../learn/drills/Squares.svelte') },
  count: { path: 'count', title: m.count_title, load: () => import('../../learn/drills/Count.svelte') },
  endings: { path: 'endings/:id?', title: m.endings_title, load: () => import('../../learn/endings/Endings.svelte') },
  /** The games compared. */
  games: { path: 'games', title: m.games_compared, rests: true, load: () => import('../../learn/Games.svelte') },
  /** The games that go on, and one player against several. */
  boards: { path: 'boards', title: m.boards_title, rests: true, load: () => import('../../play/Boards.svelte') },
  puzzles: {
    path: 'puzzles',
    also: ['sets', 'training'],
    title: m.puzzles_title,
    rests: true,
    load: () => import('../../puzzles/Puzzles.svelte'),
  },
  puzzle: { path: 'puzzles/:id', title: m.puzzles_title, rests: true, load: () => import('../../puzzles/Puzzle.svelte') },
  /** Puzzles one after another: `kind` is how they are chosen, `of` the theme or the number of moves. */
  training: {
    path: 'training/:kind/:of?',
    holds: ({ kind, of }: { kind: string; of?: string }) => TRAININGS[kind]?.test(of ?? '') ?? false,
    title: m.puzzles_title,
    rests: true,
    /** Another training begins anew. */
    anew: true,
    load: () => import('../../puzzles/Puzzle.svelte'),
  },
  /** A set of puzzles of one's own, and the same on paper. */
  set: {
    path: 'sets/:id',
    parts: { id: stored },
    title: m.puzzles_title,
    rests: true,
    load: () => import('../../puzzles/PuzzleSet.svelte'),
  },
  sheet: { path: 'sets/:id/sheet', parts: { id: stored }, title: m.puzzles_title, load: () => import('../../puzzles/PuzzleSheet.svelte') },
  library: { path: 'library', title: m.library_title, rests: true, load: () => import('../../library/Library.svelte') },
  /** A stored game, or its review. */
  game: {
    path: 'library/:id/:review?',
    parts: { id: stored, review: flag('review') },
    title: m.library_title,
    load: () => import('../../library/viewer/GameViewer.svelte'),
  },
  /** The board editor; with a game and a FEN it shows that position. */
  editor: {
    path: 'editor/:variant?/:fen?',
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.editor_title,
    load: () => import('../../editor/Editor.svelte'),
  },
  settings: { path: 'settings', title: m.settings, rests: true, load: () => import('../../settings/Settings.svelte') },
  licences: { path: 'licences', title: m.licences_title, rests: true, load: () => import('../../settings/Licences.svelte') },
  /** What no page has as its address. */
  missing: { path: 'missing', title: m.no_page, load: () => import('../NoSuchPage.svelte') },
} as const

type Table = typeof table
export type PageName = keyof Table

type Flat<T> = { [K in keyof T]: T[K] }

/** Where the reader is: a page, and what its address carries. */
export type Route = { [P in PageName]: Flat<{ page: P } & Params<Table[P]>> }[PageName]

/** A page that takes what its address carries, the view of home, some of it or nothing. */
type Page<P extends Path> = Component<Params<P> & { home: HomeView }> | Component<Record<string, never>>

/** A page, whatever it takes. The page of a game has its list of moves, to which one may skip. */
export type AnyPage = Component<Record<string, unknown>, { focusMoves?: () => void }>

interface Entry<P extends Path> extends Path {
  /** Other addresses that lead here. */
  also?: readonly string[]
  /** Whether values that are right each by itself are so together. */
  holds?(params: Params<P>): boolean
  title(): string
  /** Nothing is in work here that a new start would cut short, but what a session says of itself. */
  rests?: true
  /** For another address the page is made anew, not told of it. */
  anew?: true
  load(): Promise<{ default: Page<P> }>
}

/** What can be done with any page. */
interface AnyEntry extends Path {
  also?: readonly string[]
  holds?(params: Values): boolean
  title(): string
  rests?: true
  anew?: true
  load(): Promise<{ default: AnyPage }>
}

const checked: { [P in PageName]: Entry<Table[P]> } = table
export const routes = checked as unknown as Record<PageName, AnyEntry>

/** What a visitor sees at the start until the first question is answered. */
const first: Pick<Entry<Table['start']>, 'load'> = { load: () => import('../../start/FirstRun.svelte') }
export const firstRun = first as Pick<AnyEntry, 'load'>
