// Shape of a king, shared by the board and diagrams: two stacked discs with a crown on the upper one. Contains no colours.

/**
 * The two discs in a 100 × 100 box. The upper disc is offset by 12 up and left, so that a king is recognisable at 20 px and in greyscale.
 */
export const LOWER = { x: 56, y: 54, r: 38 } as const
export const UPPER = { x: 44, y: 42, r: 38 } as const

/** Shadow of the upper disc on the lower, clipped by a third disc between them. */
export const SHADOW = 'M29.4 81.1A38 38 0 0 0 74.6 20.9A38 38 0 0 0 29.4 81.1Z'

/** Radius of the dot that replaces the crown on a very small king. */
export const DOT = 13

/** The crown: five short points on a curved band. */
export const CROWN = 'M18 32L29 45L31 25L38 43L44 22L50 43L57 25L59 45L70 32L64 56Q44 62 24 56Z'
