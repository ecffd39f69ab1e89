/** Splits a text at its moves, such as "32-28", "c3:e5" or "26×17": every second part is a move. Results and dates count as moves. */
export const aroundMoves = (text: string): string[] => text.split(/([a-z]?\d+(?:[-×x:][a-z]?\d+)+)/)

/** Moves or lines of moves as printed: "26×37" for "26x37". */
export const inPrint = (notation: string): string => notation.replaceAll('x', '×')
