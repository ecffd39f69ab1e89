// The window's menu in the current language, and its actions. Knows no platform.
import type { MacRole, MenuColumn, MenuEntry } from '../../client/client'
import { m } from '../../i18n/messages'
import { app } from '../app.svelte'
import { overlay } from '../navigation/overlay.svelte'
import { router } from '../navigation/router.svelte'
import { type Place, roots, routes } from '../navigation/routes'

const action = (id: string, text: string, keys?: string): MenuEntry => ({ kind: 'action', id, text, ...(keys ? { keys } : {}) })
const mac = (role: MacRole, text?: string): MenuEntry => ({ kind: 'mac', role, ...(text ? { text } : {}) })
const line: MenuEntry = { kind: 'line' }
const macLine = mac('line')

const places = Object.keys(roots) as Place[]

/** Returns the columns of the menu. */
export function columns(): MenuColumn[] {
  return [
    {
      title: 'Damier',
      entries: [
        mac('about', m.menu_about()),
        macLine,
        mac('services', m.menu_services()),
        macLine,
        mac('hide', m.menu_hide()),
        mac('hideOthers', m.menu_hide_others()),
        mac('showAll', m.menu_show_all()),
        macLine,
        mac('quit', m.menu_quit_damier()),
      ],
    },
    {
      title: m.menu_file(),
      entries: [
        action('open', m.menu_open(), 'CmdOrCtrl+O'),
        { kind: 'recent', text: m.menu_recent() },
        line,
        action('settings', m.settings(), 'CmdOrCtrl+,'),
        { kind: 'notMac', id: 'quit', text: m.menu_quit(), keys: 'Ctrl+Q' },
      ],
    },
    {
      title: m.menu_edit(),
      entries: [
        mac('undo', m.menu_undo()),
        mac('redo', m.menu_redo()),
        macLine,
        mac('cut', m.menu_cut()),
        mac('copy', m.menu_copy()),
        mac('paste', m.menu_paste()),
        mac('selectAll', m.menu_select_all()),
      ],
    },
    {
      title: m.menu_view(),
      entries: [
        action('zoomIn', m.menu_zoom_in(), 'CmdOrCtrl+='),
        action('zoomOut', m.menu_zoom_out(), 'CmdOrCtrl+-'),
        action('zoomUsual', m.menu_zoom_usual(), 'CmdOrCtrl+0'),
        line,
        action('fullScreen', m.menu_full_screen(), 'F11'),
      ],
    },
    {
      title: m.menu_go(),
      entries: [
        ...places.map((place, at) => action(place, routes[roots[place].page].title(), `CmdOrCtrl+${at + 1}`)),
        line,
        action('goTo', m.go_to(), 'CmdOrCtrl+K'),
        action('back', m.back(), 'Alt+Left'),
      ],
    },
    {
      title: m.menu_help(),
      entries: [action('keys', m.keys_title()), action('logs', m.logs_show()), action('licences', m.licences_title())],
    },
  ]
}

/** Runs a menu entry. */
export function choose(id: string): void {
  const place = places.find((one) => one === id)
  if (place) router.go(roots[place])
  else if (id === 'settings' || id === 'licences') router.go({ page: id })
  else if (id === 'goTo' || id === 'keys') overlay.shown = id
  else if (id === 'back') history.back()
  else if (id === 'logs') void app.client.frame?.showLogs().catch(() => undefined)
}
