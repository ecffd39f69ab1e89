// The index of pages: address, place in the bar, title, flags and loader. A new page needs one entry here. Page contents load on demand.
import type { Component } from 'svelte'
import type { HomeView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Params, type Path, type Values, flag, numberOf, oneOf } from './paths'

/** A row number of the store. */
const stored = numberOf(/^\d{1,15}$/)

/** The five places of the bar; every page belongs to one. */
export type Place = 'today' | 'play' | 'learn' | 'puzzles' | 'study'

/** Kinds of training, each with its parameter. */
const TRAININGS = new Map<string, RegExp>(
  Object.entries({
    rated: /^$/,
    streak: /^$/,
    climb: /^$/,
    mix: /^\d{1,4}-\d{1,4}(\+[a-z-]{1,40}){0,20}$/,
    daily: /^$/,
    repeat: /^$/,
    theme: /^[a-z-]{1,40}$/,
    length: /^[1-9]$/,
    set: /^\d{1,15}$/,
  }),
)

/** Levels of the diplomas. */
const LEVELS = numberOf(/^[12]$/)

/** Pages of development; no build holds them. */
const workshop = {
  /** All shared parts in their states. */
  parts: { path: 'parts', place: 'today', title: () => 'Parts', load: () => import('../../parts/Parts.svelte') },
} as const

const table = {
  today: {
    path: '',
    place: 'today',
    also: ['start', 'today'],
    title: m.place_today,
    rests: true,
    ownNote: true,
    load: () => import('../../today/Today.svelte'),
  },
  /** Questions and puzzles that place a newcomer who knows the game. */
  placement: {
    path: 'placement',
    place: 'today',
    title: m.placement_title,
    rests: true,
    load: () => import('../../today/Placement.svelte'),
  },
  /** Starts games. */
  lobby: { path: 'play', place: 'play', title: m.place_play, rests: true, load: () => import('../../play/Lobby.svelte') },
  /** A game for two unequal players, and their games so far. */
  handicap: {
    path: 'handicap',
    place: 'play',
    title: m.handicap,
    rests: true,
    load: () => import('../../play/handicap/Handicap.svelte'),
  },
  /** The current game. */
  play: {
    path: 'play/game',
    place: 'play',
    board: true,
    title: m.play_title,
    rests: true,
    ownNote: true,
    load: () => import('../../play/Play.svelte'),
  },
  learn: { path: 'learn', place: 'learn', title: m.learn_title, rests: true, load: () => import('../../learn/Learn.svelte') },
  /** A lesson, opened at a step (from 1) if given. */
  lesson: {
    path: 'learn/:id/:step?',
    place: 'learn',
    board: true,
    parts: { step: numberOf(/^[1-9]\d{0,3}$/) },
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/lesson/Lesson.svelte'),
  },
  /** Review of a due lesson, by its hardest step. */
  lessonReview: {
    path: 'learn/:id/:review',
    place: 'learn',
    board: true,
    parts: { review: flag('review') },
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/lesson/Lesson.svelte'),
  },
  /** An article of a game's rules, such as "4.13"; of the international rules by default. */
  article: {
    path: 'article/:article/:variant?',
    place: 'learn',
    title: m.learn_title,
    rests: true,
    load: () => import('../../learn/rules/Article.svelte'),
  },
  rules: {
    path: 'rules/:variant?',
    place: 'learn',
    also: ['article'],
    title: m.rules_title,
    rests: true,
    anew: true,
    load: () => import('../../learn/rules/Rules.svelte'),
  },
  /** A game on a real board. */
  table: {
    path: 'table/:variant?',
    place: 'play',
    board: true,
    title: m.table_title,
    anew: true,
    load: () => import('../../over-the-board/OverTheBoard.svelte'),
  },
  /** The host page of a window; with a key, the page where a guest joins. */
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
  /** Other draughts programs: games over a network, and engines on this machine. */
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
  /** The clock alone. */
  clock: { path: 'clock', place: 'play', title: m.arbiter_clock, load: () => import('../../over-the-board/ArbiterClock.svelte') },
  /** The glossary, opened at a term if given. */
  words: {
    path: 'words/:term?',
    place: 'learn',
    title: m.words_title,
    rests: true,
    load: () => import('../../learn/glossary/Words.svelte'),
  },
  /** Diplomas of clubs; the trial exam of a level, and its certificate. */
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
  /** The lesson composer: with a game and a FEN it adds this position; with an id it edits that lesson. */
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
  /** The album of named shots, opened at a card if given. */
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
  /** A comparison of the games. */
  games: { path: 'games', place: 'learn', title: m.games_compared, rests: true, load: () => import('../../learn/rules/Games.svelte') },
  /** Correspondence games; one game; a received line. */
  /** Correspondence games; a new one between the two unequal players chosen last, if asked. */
  correspondence: {
    path: 'correspondence/:handicap?',
    parts: { handicap: flag('handicap') },
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
  /** Running games, and one player against several. */
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
  /** A series of puzzles: `kind` selects them, `of` is the theme or the number of moves. */
  training: {
    path: 'training/:kind/:of?',
    place: 'puzzles',
    board: true,
    holds: ({ kind, of }: { kind: string; of?: string }) => TRAININGS.get(kind)?.test(of ?? '') ?? false,
    title: m.puzzles_title,
    rests: true,
    /** Another training recreates the page. */
    anew: true,
    load: () => import('../../puzzles/Puzzle.svelte'),
  },
  /** Puzzle storm: three minutes. */
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
  /** Find the one move that defends against a shot. */
  defend: {
    path: 'defend',
    place: 'puzzles',
    board: true,
    title: m.defend_title,
    rests: true,
    load: () => import('../../puzzles/defend/Defend.svelte'),
  },
  /** Blindfold puzzles: the first moves are given in words. */
  blind: {
    path: 'blind',
    place: 'puzzles',
    board: true,
    title: m.training_blind,
    rests: true,
    load: () => import('../../puzzles/blind/Blind.svelte'),
  },
  /** Settings of a puzzle mix. */
  mix: { path: 'mix', place: 'puzzles', title: m.mix_title, rests: true, load: () => import('../../puzzles/mix/Mix.svelte') },
  /** How well the reader recalls each theme. */
  ideas: { path: 'ideas', place: 'puzzles', title: m.ideas_title, rests: true, load: () => import('../../puzzles/Ideas.svelte') },
  /** A lesson from a game that this side lost. */
  loss: {
    path: 'library/:id/lesson/:side',
    place: 'puzzles',
    board: true,
    parts: { id: stored, side: oneOf('white', 'black') },
    title: m.loss_title,
    rests: true,
    load: () => import('../../play/loss/LossLesson.svelte'),
  },
  /** The composer's bench, opened with a position if given. */
  compose: {
    path: 'compose/:variant?/:fen?',
    place: 'puzzles',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.bench_title,
    rests: true,
    load: () => import('../../editor/compose/Compose.svelte'),
  },
  /** A set of the user's own puzzles, and its printed sheet. */
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
  library: {
    path: 'library',
    place: 'study',
    title: m.library_title,
    rests: true,
    ownNote: true,
    load: () => import('../../library/Library.svelte'),
  },
  /** Search for positions and manoeuvres, opened with a position if given. */
  search: {
    path: 'search/:variant?/:fen?',
    place: 'study',
    board: true,
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.search_title,
    rests: true,
    load: () => import('../../library/search/Search.svelte'),
  },
  /** A stored game, its review, or its mistakes to learn from. */
  game: {
    path: 'library/:id/:view?',
    place: 'study',
    board: true,
    parts: { id: stored, view: oneOf('review', 'learn') },
    title: m.library_title,
    load: () => import('../../library/viewer/GameViewer.svelte'),
  },
  /** The printed game. */
  paper: {
    path: 'library/:id/print',
    place: 'study',
    parts: { id: stored },
    title: m.set_print,
    rests: true,
    load: () => import('../../library/paper/GamePaper.svelte'),
  },
  /** The board editor, opened with a position if given. */
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
  /** A player and an event of the library, by their exact names. */
  player: {
    path: 'player/:name',
    place: 'study',
    title: m.filter_player,
    rests: true,
    load: () => import('../../library/people/PlayerPage.svelte'),
  },
  event: {
    path: 'event/:name/:year?',
    place: 'study',
    parts: { year: numberOf(/^\d{4}$/) },
    title: m.tag_event,
    rests: true,
    load: () => import('../../library/people/EventPage.svelte'),
  },
  /** The analysis board, opened with a position if given. */
  analysis: {
    path: 'analysis/:variant?/:fen?',
    place: 'study',
    holds: ({ variant, fen }: { variant?: string; fen?: string }) => (variant === undefined) === (fen === undefined),
    title: m.analysis_board,
    load: () => import('../../study/Analysis.svelte'),
  },
  /** The repertoire of both colours; practice of one colour or both. */
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
    /** Another colour recreates the page. */
    anew: true,
    load: () => import('../../study/repertoire/Drill.svelte'),
  },
  /** Due mistakes from the user's games; statistics of these games. */
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
  /** A received link. */
  link: {
    path: 'link/:code',
    place: 'study',
    board: true,
    title: m.link_title,
    load: () => import('../../study/FromLink.svelte'),
  },
  /** The people of this device. */
  people: { path: 'people', place: 'today', title: m.people_title, load: () => import('../../settings/people/People.svelte') },
  settings: { path: 'settings', place: 'today', title: m.settings, rests: true, load: () => import('../../settings/Settings.svelte') },
  licences: {
    path: 'licences',
    place: 'today',
    title: m.licences_title,
    rests: true,
    load: () => import('../../settings/Licences.svelte'),
  },
  ...(import.meta.env.DEV && import.meta.env.MODE !== 'test' ? workshop : ({} as typeof workshop)),
  /** Shown for unknown addresses. */
  missing: { path: 'missing', place: 'today', title: m.no_page, load: () => import('../../shared/empty/NoSuchPage.svelte') },
} as const

type Table = typeof table
export type PageName = keyof Table

type Flat<T> = { [K in keyof T]: T[K] }

/** A page with its parameters. */
export type Route = { [P in PageName]: Flat<{ page: P } & Params<Table[P]>> }[PageName]

/** A page component that takes its parameters and the home view, or less. */
type Page<P extends Path> = Component<Params<P> & { home: HomeView }> | Component<Record<string, never>>

/** Any page component. The page of a game can focus its list of moves. */
export type AnyPage = Component<Record<string, unknown>, { focusMoves?: () => void }>

interface Entry<P extends Path> extends Path {
  place: Place
  /** A board is in use: on a phone the bar of places is hidden. */
  board?: true | ((params: Params<P>) => boolean)
  /** Further addresses of the page. */
  also?: readonly string[]
  /** Checks parameters that depend on one another. */
  holds?(params: Params<P>): boolean
  title(): string
  /** A reload interrupts nothing here except registered sessions. */
  rests?: true
  /** Another address recreates the page instead of updating it. */
  anew?: true
  /** The page itself shows the note that nothing is stored. */
  ownNote?: true
  load(): Promise<{ default: Page<P> }>
}

/** An entry without its parameter types. */
interface AnyEntry extends Path {
  place: Place
  board?: true | ((params: Values) => boolean)
  also?: readonly string[]
  holds?(params: Values): boolean
  title(): string
  rests?: true
  anew?: true
  ownNote?: true
  load(): Promise<{ default: AnyPage }>
}

const checked: { [P in PageName]: Entry<Table[P]> } = table
export const routes = checked as unknown as Record<PageName, AnyEntry>

/** First page of each place, in the order of the bar. */
export const roots: Readonly<Record<Place, Route>> = {
  today: { page: 'today' },
  play: { page: 'lobby' },
  learn: { page: 'learn' },
  puzzles: { page: 'puzzles' },
  study: { page: 'study' },
}

/** Pages without parameters, for "go to…"; of pages with one name the first. */
export function pagesByName(): { name: string; route: Route }[] {
  const names = Object.keys(routes) as PageName[]
  return names
    .filter((page) => page !== 'missing' && !/:\w+(\/|$)/.test(routes[page].path))
    .map((page) => ({ name: routes[page].title(), route: { page } as Route }))
    .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
}

/** True if a board is in use on the page. */
export function holdsBoard({ page, ...params }: Route): boolean {
  const { board } = routes[page]
  return typeof board === 'function' ? board(params) : board === true
}

/** Shown at the start until the first question is answered. */
const first: Pick<Entry<Table['today']>, 'load'> = { load: () => import('../../today/FirstRun.svelte') }
export const firstRun = first as Pick<AnyEntry, 'load'>
