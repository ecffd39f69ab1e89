/** Splits a text at its moves, such as "32-28", "c3:e5" or "26×17": every second part is a move. Results and dates count as moves. */
export const aroundMoves = (text: string): string[] => text.split(/([a-z]?\d+(?:[-×x:][a-z]?\d+)+)/)
