/* A game of draughts in the terminal: you have White, Damier has Black. `./run-example.sh [variant]`; moves as "32-28" or "28x19". */
import kotlinx.coroutines.runBlocking
import org.damier.DraughtsException
import org.damier.Engine
import org.damier.Game
import org.damier.core.BoardView
import org.damier.core.LimitsView
import org.damier.core.PositionView
import org.damier.core.RoleView
import org.damier.core.SideView

fun show(board: BoardView, position: PositionView) {
    val pieces = position.pieces.associateBy { it.square.toInt() }
    val squares = board.squares.withIndex().associate { (index, place) -> place to index + 1 }
    for (row in 0 until board.rows.toInt()) {
        println((0 until board.columns.toInt()).joinToString("") { column ->
            val square = squares.entries.firstOrNull { it.key.column.toInt() == column && it.key.row.toInt() == row }?.value
            val piece = pieces[square]
            when {
                square == null -> "   "
                piece == null -> " · "
                piece.side == SideView.WHITE -> if (piece.role == RoleView.KING) " O " else " o "
                else -> if (piece.role == RoleView.KING) " X " else " x "
            }
        })
    }
}

fun main(arguments: Array<String>) = runBlocking {
    val game = Game(arguments.firstOrNull() ?: "international")
    val engine = Engine()
    while (game.outcome() == null) {
        val position = game.position()
        if (position.turn() == SideView.WHITE) {
            show(position.board(), position.view())
            print("your move (empty for a hint, q to stop): ")
            val text = readlnOrNull() ?: break
            if (text == "q") break
            if (text.isBlank()) {
                println("perhaps ${engine.bestMove(game, LimitsView.Time(500u)).best?.notation}")
                continue
            }
            try {
                game.play(text)
            } catch (refused: DraughtsException) {
                println("${refused.message}; you may play ${game.legalMoves().joinToString { it.notation }}")
            }
        } else {
            val reply = engine.bestMove(game, LimitsView.Level("3", game.ply())).best ?: break
            game.play(reply.notation)
            println("Damier plays ${reply.notation}")
        }
    }
    println(game.outcome()?.let { "${it.result}: ${it.reason}" } ?: game.toPdn())
}
