// Drawings for the rules that are no move: hands, clock, scoresheet. In ink, on a ground of 96 × 72.

const WHITE = 'fill="var(--disc-white)" stroke="var(--disc-black)"'
const BLACK = 'fill="var(--disc-black)"'

/** A man on the ground, seen from the side: the middle of its foot. */
const man = (x: number, y: number, black = false): string =>
  `<path d="M${x - 14} ${y - 11}v7a14 5 0 0 0 28 0v-7" ${black ? BLACK : WHITE}/>` +
  `<ellipse cx="${x}" cy="${y - 11}" rx="14" ry="5" ${black ? 'fill="var(--disc-black)" stroke="var(--disc-white)" stroke-width="1"' : WHITE}/>`

/** A man seen from above. */
const disc = (x: number, y: number, radius: number, black = false): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" ${black ? BLACK : WHITE}/>`

/** A hand from the upper right; the tips of thumb and finger meet near a point. */
const hand = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><path d="M46 -34C34 -33 22 -29 14 -20L-5 -3c-4 5 2 10 7 6l13 -11" fill="var(--page)"/>` +
  `<path d="M15 -8L6 5c-3 6 4 10 8 5l13 -16c7 -3 14 -6 19 -11" fill="var(--page)"/><path d="M22 -17l-8 9M46 -38v25"/></g>`

/** The ground. */
const table = '<path d="M6 64h84"/>'

/** Head and shoulders. */
const person = (x: number, y: number, size = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle cx="0" cy="-22" r="8"/><path d="M-15 8v-4a15 15 0 0 1 30 0v4z" fill="var(--page)"/></g>`

/** A small board, seen from a corner. */
const board = (x: number, y: number, size = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-14 0L0 -7L14 0L0 7z" fill="var(--page)"/><path d="M-7 -3.5L7 3.5M7 -3.5L-7 3.5"/></g>`

/** An eye that sees nothing. */
const blindfold = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y})"><path d="M-20 0C-10 -13 10 -13 20 0C10 13 -10 13 -20 0z"/><circle r="6"/><path d="M-18 14L18 -14"/></g>`

const arc = (d: string): string => `<path d="${d}" stroke-dasharray="3 5"/>`

export const drawings: Readonly<Record<string, string>> = {
  touch: table + man(38, 62) + hand(44, 44),
  'let-go': table + man(38, 62) + hand(50, 26) + '<path d="M30 42l-4 -5M40 40v-7M24 50l-6 -2"/>',
  adjust:
    '<path d="M14 64L30 50H70L54 64z"/>' +
    man(36, 60) +
    hand(42, 42) +
    arc('M20 44a22 14 0 0 1 14 -14') +
    '<path d="M20 44l-2 -6M20 44l6 -2"/>',
  lift: table + man(44, 44, true) + hand(50, 26) + arc('M30 62V46') + arc('M58 62V46'),
  crown: table + man(40, 62) + man(40, 40) + hand(46, 22) + '<path d="M12 34v16M8 46l4 5l4 -5"/>',
  knocked:
    table +
    '<g transform="rotate(38 40 50)">' +
    man(40, 58) +
    '</g><path d="M12 40c4 -6 8 -9 14 -11M10 52c2 -4 4 -6 8 -8"/>' +
    hand(60, 34),
  astray:
    '<path d="M16 6h64v60H16zM48 6v60M16 36h64"/><path d="M16 36h32v30H16zM48 6h32v30H48z" fill="var(--line)"/>' +
    disc(32, 21, 11) +
    '<circle cx="32" cy="21" r="5"/>',
  turned:
    '<path d="M26 10h52v52H26zM39 10v52M52 10v52M65 10v52M26 23h52M26 36h52M26 49h52"/>' +
    '<path d="M39 49h13v13H39zM65 49h13v13H65zM26 36h13v13H26zM52 36h13v13H52z" fill="var(--line)"/><path d="M18 62a30 30 0 0 1 -6 -34M12 28l-6 5M12 28l6 5"/>' +
    '<path d="M28 51l9 9M37 51l-9 9"/>',
  handshake: table + `<g transform="translate(98 0) scale(-1 1)">${hand(49, 45)}</g>` + hand(54, 45),
  arbiter:
    '<path d="M48 10v52M34 62h28M22 18h52M22 18L10 44h24zM74 18L62 44h24z"/><path d="M10 44a12 7 0 0 0 24 0M62 44a12 7 0 0 0 24 0"/>',
  score:
    disc(22, 22, 11) +
    disc(74, 22, 11, true) +
    '<path d="M42 15l13 7l-13 7"/>' +
    disc(22, 52, 11) +
    disc(74, 52, 11, true) +
    '<path d="M42 48h13M42 56h13"/>',
  lots:
    '<path d="M8 50c0 -16 4 -22 10 -22h18c6 0 8 6 8 12v10a8 8 0 0 1 -8 8H18a10 8 0 0 1 -10 -8zM17 28v14M26 28v14M35 28v14"/>' +
    '<path d="M88 50c0 -16 -4 -22 -10 -22H60c-6 0 -8 6 -8 12v10a8 8 0 0 0 8 8h18a10 8 0 0 0 10 -8zM79 28v14M70 28v14M61 28v14"/>' +
    disc(26, 13, 8) +
    disc(70, 13, 8, true),
  players: person(20, 56) + person(76, 56) + '<path d="M34 58h28"/>' + board(48, 52),
  several: person(20, 52, 1.1) + board(66, 18) + board(66, 38) + board(66, 58),
  letters: '<path d="M14 14h68v44H14z" fill="var(--page)"/><path d="M14 14l34 26l34 -26"/><path d="M14 58l24 -24M82 58L58 34"/>',
  unseen: blindfold(48, 28) + board(48, 60, 1.2),
  'unseen-several': blindfold(48, 24) + board(18, 58) + board(48, 58) + board(78, 58),
  relief:
    '<path d="M12 20h60v46H12z"/><path d="M27 20v46M42 20v46M57 20v46M12 35h60M12 50h60"/>' +
    disc(34.5, 42.5, 4) +
    disc(49.5, 27.5, 4) +
    disc(34.5, 58, 4, true) +
    hand(44, 40),
  handicap:
    [14, 31, 48].map((x) => disc(x, 24, 7, true)).join('') +
    [65, 82].map((x) => `<circle cx="${x}" cy="24" r="7" stroke-dasharray="3 3"/>`).join('') +
    [14, 31, 48, 65, 82].map((x) => disc(x, 50, 7)).join(''),
  clock:
    '<path d="M8 22h80v42H8z" fill="var(--page)"/><circle cx="29" cy="43" r="15"/><circle cx="67" cy="43" r="15"/>' +
    '<path d="M29 43V33M29 43l7 4M67 43l-7 -7M67 43v-10"/><path d="M22 22v-8h14v8M60 22v-4h14v4"/>',
  sheet:
    '<path d="M20 6h42l12 12v48H20z" fill="var(--page)"/><path d="M62 6v12h12"/><path d="M28 28h14M50 28h14M28 38h14M50 38h14M28 48h14"/>' +
    '<path d="M52 58l30 -30l6 6l-30 30l-8 2z" fill="var(--page)"/>',
  signs:
    '<path d="M16 8h64v56H16z" fill="var(--page)"/><g fill="currentColor" stroke="none" font-family="var(--face-head)" font-weight="700" font-size="26" text-anchor="middle">' +
    '<text x="34" y="34">!</text><text x="62" y="34">?</text><text x="34" y="58">+</text><text x="62" y="58">=</text></g>',
  silence: person(34, 60, 1.2) + '<path d="M58 10h30v22H72l-8 8v-8h-6z" fill="var(--page)"/><path d="M66 16l14 10M80 16l-14 10"/>',
  sweep:
    table +
    man(70, 62, true) +
    '<g transform="rotate(-30 24 40)">' +
    man(24, 44) +
    '</g>' +
    hand(46, 44) +
    '<path d="M8 58c6 -2 12 -3 18 -3M6 50c4 -2 6 -2 10 -3"/>',
}
