// The pages: where each is found, to which place it belongs, what it is called, whether a new start would cut anything short there, and
// how it is loaded. Whoever adds a page adds an entry. Knows no page's content: it comes when it is first opened.
import type { Component } from 'svelte'
import type { HomeView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Params, type Path, type Values, flag, numberOf } from './paths'

/** A number that a store gives; longer ones it never has. */
const stored = numberOf(/^\d{1,15}$/)

/** The five places, each with its way in; every page belongs to one. */
export type Place = 'today' | 'play' | 'learn' | 'puzzles' | 'study'

/** How training chooses, and what each kind names behind it. */
const TRAININGS: Readonly<Record<string, RegExp>> = {
  rated: /^$/,
  streak: /^$/,
  climb: /^$/,
  mix: /^\d{1,4}-\d{1,4}(\+[a-z-]{1,40}){0,20}$/,
  daily: /^$/,
  repeat: /^$/,
  theme: /^[a-z-]{1,40}$/,
  length: /^[1-9]$/,
  set: /^\d{1,15}$/,
}

/** The levels of the diplomas. */
const LEVELS = numberOf(/^[12]$/)

const table = {
  today: {
    path: '',
    place: 'today',
    also: ['start', 'today'],
    title: m.place_today,
    rests: true,
    load: () => import('../../today/Today.svelte'),
  },
  /** Questions and puzzles by which somebody who knows the game is placed. */
  placement: {
    path: 'placement',
    place: 'today',
    title: m.placement_title,
    rests: true,
    load: () => import('../../today/Placement.svelte'),
  },
  /** Where games are begun. */
  lobby: { path: 'play', place: 'play', title: m.place_play, rests: true, load: () => import('../../play/Lobby.svelte') },
  /** The game on the board. */
  play: { path: 'play/game', place: 'play', board: true, title: m.play_title, rests: true, load: () => import('../../play/Play.svelte') },
  learn: { path: 'learn', place: 'learn', title: m.learn_title, rests: true, load: () => import('../../learn/Learn.svelte') },
  /** A lesson; with a step, 1 the first, at that step. */
  lesson: {
    path: 'learn/:id/:step?',
    place: 'learn',
    board: true,
    parts: { step: numberOf(/^[1-9]\d{0,3}$/) },
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/lesson/Lesson.svelte'),
  },
  /** A lesson that is due, by its hardest step. */
  lessonReview: {
    path: 'learn/:id/:review',
    place: 'learn',
    board: true,
    parts: { review: flag('review') },
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/lesson/Lesson.svelte'),
  },
  /** Where an article of a game's rules is found: "4.13"; of the international ones where no game is named. */
  article: {
    path: 'article/:article/:variant?',
    place: 'learn',
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/Article.svelte'),
  },
  rules: {
    path: 'rules/:variant?',
    place: 'learn',
    also: ['article'],
    title: m.rules_title,
    rests: true,
    anew: true,
    load: () => import('../../learn/Rules.svelte'),
  },
  /** A game at a real board. */
  table: {
    path: 'table/:variant?',
    place: 'play',
    board: true,
    title: m.table_title,
    anew: true,
    load: () => import('../../over-the-board/OverTheBoard.svelte'),
  },
  /** Where this window hosts, or with a key where a guest comes in. */
  together: {
    path: 'together/:key?',
    place: 'play',
    title: m.together_devices,
    load: () => import('../../together/HostPage.svelte'),
  },
  /** A game with another device. */
  shared: {
    path: 'shared/:key',
    place: 'play',
    board: true,
    title: m.together_title,
    load: () => import('../../together/SharedGame.svelte'),
  },
  /** Other draughts programs: games with one over a network, engines on this machine. */
  programs: {
    path: 'programs',
    place: 'play',
    title: m.programs_title,
    rests: true,
    load: () => import('../../together/programs/ProgramsPage.svelte'),
  },
  /** The board of a game with another program. */
  dxp: {
    path: 'programs/board',
    place: 'play',
    board: true,
    title: m.programs_title,
    load: () => import('../../together/programs/DxpBoard.svelte'),
  },
  /** The clock by itself. */
  clock: { path: 'clock', place: 'play', title: m.arbiter_clock, load: () => import('../../over-the-board/ArbiterClock.svelte') },
  /** The glossary, open at a term. */
  words: {
    path: 'words/:term?',
    place: 'learn',
    title: m.words_title,
    rests: true,
    load: () => import('../../learn/glossary/Words.svelte'),
  },
  /** What clubs examine; the trial exam of a level, and its certificate. */
  diplomas: {
    path: 'diplomas',
    place: 'learn',
    title: m.diplomas_title,
    rests: true,
    load: () => import('../../learn/diplomas/Diplomas.svelte'),
  },
  exam: {
    path: 'diplomas/:level/exam',
    place: 'learn',
    board: true,
    parts: { level: LEVELS },
    title: m.diplomas_title,
    rests: true,
    load: () => import('../../learn/diplomas/Exam.svelte'),
  },
  certificate: {
    path: 'diplomas/:level/certificate',
    place: 'learn',
    parts: { level: LEVELS },
    title: m.certificate_title,
    load: () => import('../../learn/diplomas/Certificate.svelte'),
  },
  /** A lesson that is being composed: with a game and a FEN this position is put into it; with an id that lesson is changed. */
  composer: {
    path: 'lesson-composer/:variant?/:fen?',
    place: 'learn',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.composer_title,
    load: () => import('../../learn/compose/ComposeLesson.svelte'),
  },
  composedLesson: {
    path: 'composed-lesson/:id',
    place: 'learn',
    board: true,
    title: m.composer_title,
    load: () => import('../../learn/compose/ComposeLesson.svelte'),
  },
  lessonSheet: {
    path: 'lesson-sheet',
    place: 'learn',
    title: m.composer_title,
    load: () => import('../../learn/compose/LessonSheet.svelte'),
  },
  /** The album of named shots, open at a card. */
  album: {
    path: 'album/:shot?',
    place: 'learn',
    title: m.album_title,
    rests: true,
    load: () => import('../../learn/album/Album.svelte'),
  },
  pictures: {
    path: 'pictures',
    place: 'learn',
    title: m.pictures_title,
    rests: true,
    load: () => import('../../learn/pictures/Pictures.svelte'),
  },
  squares: {
    path: 'squares',
    place: 'learn',
    board: true,
    title: m.squares_title,
    load: () => import('../../learn/drills/Squares.svelte'),
  },
  count: { path: 'count', place: 'learn', board: true, title: m.count_title, load: () => import('../../learn/drills/Count.svelte') },
  endings: {
    path: 'endings/:id?',
    place: 'learn',
    board: ({ id }: { id?: string }) => id !== undefined,
    title: m.endings_title,
    load: () => import('../../learn/endings/Endings.svelte'),
  },
  /** The games compared. */
  games: { path: 'games', place: 'learn', title: m.games_compared, rests: true, load: () => import('../../learn/Games.svelte') },
  /** The games by correspondence; one of them; a line that was sent. */
  correspondence: {
    path: 'correspondence',
    place: 'play',
    title: m.letters_title,
    rests: true,
    load: () => import('../../correspondence/Correspondence.svelte'),
  },
  letter: {
    path: 'correspondence/:id',
    place: 'play',
    board: true,
    parts: { id: stored },
    title: m.letters_title,
    rests: true,
    load: () => import('../../correspondence/LetterGame.svelte'),
  },
  line: { path: 'line/:code', place: 'play', title: m.letters_title, load: () => import('../../correspondence/FromLine.svelte') },
  /** The games that go on, and one player against several. */
  boards: { path: 'boards', place: 'play', title: m.boards_title, rests: true, load: () => import('../../play/round/Boards.svelte') },
  puzzles: {
    path: 'puzzles',
    place: 'puzzles',
    also: ['sets', 'training'],
    title: m.puzzles_title,
    rests: true,
    load: () => import('../../puzzles/Puzzles.svelte'),
  },
  puzzle: {
    path: 'puzzles/:id',
    place: 'puzzles',
    board: true,
    title: m.puzzles_title,
    rests: true,
    load: () => import('../../puzzles/Puzzle.svelte'),
  },
  /** Puzzles one after another: `kind` is how they are chosen, `of` the theme or the number of moves. */
  training: {
    path: 'training/:kind/:of?',
    place: 'puzzles',
    board: true,
    holds: ({ kind, of }: { kind: string; of?: string }) => TRAININGS[kind]?.test(of ?? '') ?? false,
    title: m.puzzles_title,
    rests: true,
    /** Another training begins anew. */
    anew: true,
    load: () => import('../../puzzles/Puzzle.svelte'),
  },
  /** As many puzzles as one finds in three minutes. */
  storm: {
    path: 'storm',
    place: 'puzzles',
    board: true,
    title: m.training_storm,
    load: () => import('../../puzzles/storm/Storm.svelte'),
  },
  /** Shot or no shot: judged, then played. */
  sense: {
    path: 'shot-or-not',
    place: 'puzzles',
    board: true,
    title: m.sense_title,
    rests: true,
    load: () => import('../../puzzles/sense/Sense.svelte'),
  },
  /** A shot threatens: the one move that holds. */
  defend: {
    path: 'defend',
    place: 'puzzles',
    board: true,
    title: m.defend_title,
    rests: true,
    load: () => import('../../puzzles/defend/Defend.svelte'),
  },
  /** The first moves are told in words, the next is to be found. */
  blind: {
    path: 'blind',
    place: 'puzzles',
    board: true,
    title: m.training_blind,
    rests: true,
    load: () => import('../../puzzles/blind/Blind.svelte'),
  },
  /** What a mix of puzzles is made of. */
  mix: { path: 'mix', place: 'puzzles', title: m.mix_title, rests: true, load: () => import('../../puzzles/mix/Mix.svelte') },
  /** Puzzles that do not come back: mastered, or missed again and again. */
  resting: { path: 'set-aside', place: 'puzzles', title: m.rest_title, rests: true, load: () => import('../../puzzles/Resting.svelte') },
  /** The composer's bench; with a game and a FEN it begins with that position. */
  compose: {
    path: 'compose/:variant?/:fen?',
    place: 'puzzles',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.bench_title,
    rests: true,
    load: () => import('../../editor/compose/Compose.svelte'),
  },
  /** A set of puzzles of one's own, and the same on paper. */
  set: {
    path: 'sets/:id',
    place: 'puzzles',
    parts: { id: stored },
    title: m.puzzles_title,
    rests: true,
    load: () => import('../../puzzles/sets/PuzzleSet.svelte'),
  },
  sheet: {
    path: 'sets/:id/sheet',
    place: 'puzzles',
    parts: { id: stored },
    title: m.puzzles_title,
    load: () => import('../../puzzles/sets/PuzzleSheet.svelte'),
  },
  study: { path: 'study', place: 'study', title: m.place_study, rests: true, load: () => import('../../study/Study.svelte') },
  library: { path: 'library', place: 'study', title: m.library_title, rests: true, load: () => import('../../library/Library.svelte') },
  /** Where positions and manoeuvres are looked for; with a game and a FEN its pieces are put on the board. */
  search: {
    path: 'search/:variant?/:fen?',
    place: 'study',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.search_title,
    rests: true,
    load: () => import('../../library/search/Search.svelte'),
  },
  /** A stored game, or its review. */
  game: {
    path: 'library/:id/:review?',
    place: 'study',
    board: true,
    parts: { id: stored, review: flag('review') },
    title: m.library_title,
    load: () => import('../../library/viewer/GameViewer.svelte'),
  },
  /** The same on paper. */
  paper: {
    path: 'library/:id/print',
    place: 'study',
    parts: { id: stored },
    title: m.set_print,
    rests: true,
    load: () => import('../../library/paper/GamePaper.svelte'),
  },
  /** The board editor; with a game and a FEN it shows that position. */
  editor: {
    path: 'editor/:variant?/:fen?',
    place: 'study',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.editor_title,
    load: () => import('../../editor/Editor.svelte'),
  },
  /** A photo or scan of a printed diagram. */
  picture: { path: 'picture', place: 'study', title: m.from_picture_title, load: () => import('../../editor/picture/FromPicture.svelte') },
  /** The analysis board: with a game and a FEN begun there. */
  analysis: {
    path: 'analysis/:variant?/:fen?',
    place: 'study',
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.analysis_board,
    load: () => import('../../study/Analysis.svelte'),
  },
  /** What one means to play with each colour; and the same practised, with one of them or both. */
  repertoire: {
    path: 'repertoire',
    place: 'study',
    title: m.repertoire_title,
    rests: true,
    load: () => import('../../study/repertoire/Repertoire.svelte'),
  },
  drill: {
    path: 'repertoire/practise/:side?',
    place: 'study',
    board: true,
    holds: ({ side }: { side?: string }) => side === undefined || side === 'white' || side === 'black',
    title: m.repertoire_title,
    rests: true,
    /** With another colour it begins anew. */
    anew: true,
    load: () => import('../../study/repertoire/Drill.svelte'),
  },
  /** Mistakes of one's games that come back; and what one's games are like, taken together. */
  mistakes: {
    path: 'mistakes',
    place: 'study',
    board: true,
    title: m.mistakes_due_title,
    rests: true,
    load: () => import('../../study/mistakes/DueMistakes.svelte'),
  },
  played: {
    path: 'where-you-lose',
    place: 'study',
    title: m.played_title,
    load: () => import('../../study/played/Played.svelte'),
  },
  /** What somebody handed on. */
  link: {
    path: 'link/:code',
    place: 'study',
    board: true,
    title: m.link_title,
    load: () => import('../../study/FromLink.svelte'),
  },
  /** Who plays at this device. */
  people: { path: 'people', place: 'today', title: m.people_title, load: () => import('../../settings/people/People.svelte') },
  settings: { path: 'settings', place: 'today', title: m.settings, rests: true, load: () => import('../../settings/Settings.svelte') },
  licences: {
    path: 'licences',
    place: 'today',
    title: m.licences_title,
    rests: true,
    load: () => import('../../settings/Licences.svelte'),
  },
  /** What no page has as its address. */
  missing: { path: 'missing', place: 'today', title: m.no_page, load: () => import('../NoSuchPage.svelte') },
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
  place: Place
  /** A board is in use here: on a phone the bar of places gives way to it. */
  board?: true | ((params: Params<P>) => boolean)
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
  place: Place
  board?: true | ((params: Values) => boolean)
  also?: readonly string[]
  holds?(params: Values): boolean
  title(): string
  rests?: true
  anew?: true
  load(): Promise<{ default: AnyPage }>
}

const checked: { [P in PageName]: Entry<Table[P]> } = table
export const routes = checked as unknown as Record<PageName, AnyEntry>

/** The page with which each place begins, in the order of the bar. */
export const roots: Readonly<Record<Place, Route>> = {
  today: { page: 'today' },
  play: { page: 'lobby' },
  learn: { page: 'learn' },
  puzzles: { page: 'puzzles' },
  study: { page: 'study' },
}

/** The pages that need no more than their name to be opened, as "go to…" lists them. */
export function pagesByName(): { name: string; route: Route }[] {
  const names = Object.keys(routes) as PageName[]
  return names
    .filter((page) => page !== 'missing' && !/:\w+(\/|$)/.test(routes[page].path))
    .map((page) => ({ name: routes[page].title(), route: { page } as Route }))
}

/** Whether a board is in use there. */
export function holdsBoard({ page, ...params }: Route): boolean {
  const { board } = routes[page]
  return typeof board === 'function' ? board(params) : board === true
}

/** What a visitor sees at the start until the first question is answered. */
const first: Pick<Entry<Table['today']>, 'load'> = { load: () => import('../../today/FirstRun.svelte') }
export const firstRun = first as Pick<AnyEntry, 'load'>
