// The settings by group, with their texts. Draws nothing.
import { canVibrate } from '../board/vibration'
import { language, languages } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { type Setting, type SettingKey, choices, settings } from '../shell/settings.svelte'
import { speech } from '../shell/speech.svelte'

interface Item {
  readonly label: string
  /** Search terms besides the label. */
  readonly words: readonly string[]
}

/** A choice of a few values. */
export interface OneOf extends Item {
  readonly kind: 'choice'
  readonly key: SettingKey
  readonly value: string
  readonly options: readonly { value: string; text: string; detail?: string }[]
  /** A sentence below. */
  readonly line: string | undefined
  readonly columns: number | undefined
  readonly choose: (value: string) => void
}

/** A setting with its own component on the page. */
export interface Special extends Item {
  readonly kind: 'name' | 'volume' | 'games' | 'network' | 'logs'
}

export interface Group {
  readonly key: 'look' | 'play' | 'sound' | 'reading' | 'switch' | 'words' | 'device'
  readonly title: string
  readonly items: readonly (OneOf | Special)[]
}

interface More {
  line?: string
  columns?: number
  details?: Readonly<Record<string, string>>
}

/** A setting with the texts of its values, in order; `found` are further search terms. */
function one<K extends SettingKey>(
  key: K,
  label: string,
  found: string,
  texts: Readonly<Record<Setting<K>, string>>,
  more: More = {},
): OneOf {
  const { line, columns, details = {} } = more
  return {
    kind: 'choice',
    key,
    label,
    words: [found, line ?? '', ...Object.values<string>(texts)],
    value: settings.get(key),
    options: Object.entries<string>(texts).map(([value, text]) => {
      const detail = details[value]
      return detail === undefined ? { value, text } : { value, text, detail }
    }),
    line,
    columns,
    choose: (value) => {
      const known: Setting<K> | undefined = choices[key].find((choice) => choice === value)
      if (known !== undefined) settings.set(key, known)
    },
  }
}

const onOff = (): { on: string; off: string } => ({ on: m.settings_on(), off: m.settings_off() })

/** The values of a setting in milliseconds as texts in seconds. */
function seconds<K extends 'scanStep' | 'dwell'>(key: K): Record<Setting<K>, string> {
  const text = new Intl.NumberFormat(language.now, { style: 'unit', unit: 'second' })
  return Object.fromEntries(choices[key].map((millis) => [millis, text.format(Number(millis) / 1000)])) as Record<Setting<K>, string>
}

interface Host {
  /** Games are stored on this device. */
  storing: boolean
  /** The app is loaded over a network, so it can be made available offline. */
  network: boolean
  /** Errors are written to a log file. */
  logs: boolean
}

export function groups({ storing, network, logs }: Host): Group[] {
  return [
    {
      key: 'look',
      title: m.settings_group_look(),
      items: [
        one('board', m.settings_board(), m.found_board(), {
          auto: m.settings_board_auto(),
          buis: m.board_buis(),
          noyer: m.board_noyer(),
          chene: m.board_chene(),
          ardoise: m.board_ardoise(),
          marbre: m.board_marbre(),
          delft: m.board_delft(),
          mer: m.board_mer(),
          brique: m.board_brique(),
          lavande: m.board_lavande(),
          journal: m.board_journal(),
          contraste: m.board_contraste(),
        }),
        one('pieces', m.settings_pieces(), m.found_pieces(), {
          turned: m.pieces_turned(),
          grained: m.pieces_grained(),
          milled: m.pieces_milled(),
          rosette: m.pieces_rosette(),
          flat: m.pieces_flat(),
          letters: m.pieces_letters(),
        }),
        one('numbers', m.settings_numbers(), m.found_numbers(), {
          off: m.settings_numbers_none(),
          edges: m.settings_numbers_edge(),
          every: m.settings_numbers_all(),
        }),
        one('lightSquares', m.settings_light_squares(), m.found_light_squares(), onOff()),
      ],
    },
    {
      key: 'play',
      title: m.settings_group_play(),
      items: [
        one('confirmMoves', m.confirm_moves(), m.found_confirm_moves(), onOff(), { line: m.confirm_moves_line() }),
        one('coach', m.coach_setting(), m.found_coach(), {
          off: m.settings_off(),
          on: m.coach_setting_on(),
          look: m.coach_setting_look(),
        }),
        one('tempi', m.tempi_show(), m.found_tempi(), onOff(), { line: m.tempi_show_line() }),
        one('facing', m.facing(), m.found_facing(), { board: m.facing_board(), pieces: m.facing_pieces(), none: m.facing_none() }),
        one(
          'sight',
          m.settings_sight(),
          m.found_sight(),
          { all: m.sight_all(), alike: m.sight_alike(), none: m.sight_none() },
          { line: m.settings_sight_line() },
        ),
      ],
    },
    {
      key: 'sound',
      title: m.settings_group_sound(),
      items: [
        { kind: 'volume', label: m.settings_volume(), words: [m.found_volume()] },
        one('chimes', m.settings_chimes(), m.found_chimes(), { on: m.settings_on(), off: m.settings_off() }),
        ...(canVibrate()
          ? [
              one('haptics', m.settings_haptics(), m.found_haptics(), {
                on: m.settings_on(),
                theirs: m.settings_haptics_theirs(),
                off: m.settings_off(),
              }),
            ]
          : []),
      ],
    },
    {
      key: 'reading',
      title: m.settings_group_reading(),
      items: [
        one('theme', m.settings_theme(), m.found_theme(), {
          auto: m.settings_theme_auto(),
          light: m.settings_theme_light(),
          dark: m.settings_theme_dark(),
        }),
        one('animation', m.settings_animation(), m.found_animation(), onOff()),
        ...(speech.possible
          ? [
              one('sayAloud', m.settings_say_aloud(), m.found_say_aloud(), onOff()),
              one('readAloud', m.read_aloud_label(), m.found_read_aloud(), onOff()),
              one('byTouch', m.settings_by_touch(), m.found_by_touch(), onOff(), { line: m.settings_by_touch_line() }),
            ]
          : []),
        one(
          'movesStyle',
          m.viewer_style(),
          m.found_moves_style(),
          { pdn: m.viewer_style_pdn(), french: m.viewer_style_french() },
          { details: { pdn: '1. 32-28 19-23', french: '1. 32-28 (19-23)' } },
        ),
        one('results', m.settings_results(), m.found_results(), {
          two: m.settings_results_two(),
          one: m.settings_results_one(),
          half: m.settings_results_half(),
        }),
      ],
    },
    {
      key: 'switch',
      title: m.settings_group_switch(),
      items: [
        one(
          'oneSwitch',
          m.switch_setting(),
          m.found_switch(),
          { off: m.settings_off(), key: m.switch_key(), rest: m.switch_rest() },
          { line: m.switch_line() },
        ),
        one('scanStep', m.switch_step(), m.found_switch_step(), seconds('scanStep')),
        one('scanSound', m.switch_sound(), m.found_switch_sound(), onOff()),
        one('dwell', m.switch_dwell(), m.found_switch_dwell(), seconds('dwell')),
      ],
    },
    {
      key: 'words',
      title: m.settings_group_words(),
      items: [
        { kind: 'name', label: m.settings_name(), words: [m.found_name(), m.settings_name_line()] },
        one('language', m.settings_language(), m.found_language(), { auto: m.settings_language_auto(), ...languages }, { columns: 2 }),
      ],
    },
    {
      key: 'device',
      title: m.settings_group_device(),
      items: [
        {
          kind: 'games',
          label: m.settings_data(),
          words: [m.found_data(), m.export_games(), m.licences_title(), storing ? m.settings_data_line() : ''],
        },
        ...(network
          ? [{ kind: 'network' as const, label: m.flight_title(), words: [m.found_network(), m.flight_tables(), m.flight_ready()] }]
          : []),
        ...(logs ? [{ kind: 'logs' as const, label: m.logs_title(), words: [m.found_logs(), m.logs_line(), m.logs_show()] }] : []),
      ],
    },
  ]
}
