// The form of a king, the same on the board and in a diagram: two discs, one on the other, and a crown on the upper. Holds no colour.

/** The two discs in a box of 100 by 100: the upper lies 12 up and left, so that a king reads at 20 px and in greyscale. */
export const LOWER = { x: 56, y: 54, r: 38 } as const
export const UPPER = { x: 44, y: 42, r: 38 } as const

/** The shadow that the upper disc throws on the lower: where a third disc between them covers it. */
export const SHADOW = 'M29.4 81.1A38 38 0 0 0 74.6 20.9A38 38 0 0 0 29.4 81.1Z'

/** Where a king is too small for a crown it wears a dot. */
export const DOT = 13

/** The crown on the upper disc: five short points on a curved band. */
export const CROWN = 'M18 32L29 45L31 25L38 43L44 22L50 43L57 25L59 45L70 32L64 56Q44 62 24 56Z'
