// Puts a proved claim about a move into a sentence.
import type { ClaimView } from '../../client/types'
import { m } from '../../i18n/messages'
import { inPrint } from '../../shared/moves/in-text'

/** Most moves of a line that are said. */
const MOST = 7

export function claimText({ kind, side, men, line: moves }: ClaimView): string {
  const shown = moves.slice(0, MOST).map(inPrint)
  const line = [...shown, ...(moves.length > MOST ? ['…'] : [])].join(' ')
  const winner = side ?? 'white'
  switch (kind) {
    case 'loses':
      return men === null ? m.claim_loses_material({ side: winner, line }) : m.claim_loses({ side: winner, count: men, line })
    case 'losesGame':
      return m.claim_loses_game({ line })
    case 'misses':
      return men === null ? m.claim_misses_material({ line }) : m.claim_misses({ count: men, line })
    case 'missesGame':
      return m.claim_misses_game({ line })
    case 'wins':
      return men === null ? m.claim_wins_material() : m.claim_wins({ count: men })
    case 'winsGame':
      return m.claim_wins_game()
    case 'othersLose':
      return m.claim_others_lose()
    case 'threatens':
      return men === null ? m.claim_threatens_material({ line }) : m.claim_threatens({ count: men, line })
    case 'known':
      return side ? m.table_fact_win({ side }) : m.table_fact_draw()
    case 'letsWinGo':
      return m.claim_lets_win_go({ move: line })
    case 'letsDrawGo':
      return m.claim_lets_draw_go({ move: line })
  }
}
