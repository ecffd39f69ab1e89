/* A game of draughts in the terminal: you play White, Damier plays Black. `./run-example.sh [variant]`; moves as "32-28" or "28x19". */
import kotlinx.coroutines.runBlocking
import org.damier.DraughtsException
import org.damier.Engine
import org.damier.Game
import org.damier.core.Board
import org.damier.core.Limits
import org.damier.core.PositionState
import org.damier.core.Role
import org.damier.core.Side
import org.damier.core.Variant

fun show(board: Board, position: PositionState) {
    val pieces = position.pieces.associateBy { it.square.toInt() }
    val squares = board.squares.withIndex().associate { (index, place) -> place to index + 1 }
    for (row in 0 until board.rows.toInt()) {
        println((0 until board.columns.toInt()).joinToString("") { column ->
            val square = squares.entries.firstOrNull { it.key.column.toInt() == column && it.key.row.toInt() == row }?.value
            val piece = pieces[square]
            when {
                square == null -> "   "
                piece == null -> " · "
                piece.side == Side.WHITE -> if (piece.role == Role.KING) " O " else " o "
                else -> if (piece.role == Role.KING) " X " else " x "
            }
        })
    }
}

fun main(arguments: Array<String>) = runBlocking {
    val game = Game(Variant.valueOf((arguments.firstOrNull() ?: "international").uppercase()))
    val engine = Engine()
    while (game.outcome() == null) {
        val position = game.position()
        if (position.turn() == Side.WHITE) {
            show(position.board(), position.view())
            print("your move (empty for a hint, q to stop): ")
            val text = readlnOrNull() ?: break
            if (text == "q") break
            if (text.isBlank()) {
                println("perhaps ${engine.bestMove(game, Limits.Time(500u)).best?.notation}")
                continue
            }
            try {
                game.play(text)
            } catch (refused: DraughtsException) {
                println("${refused.message}; you may play ${game.legalMoves().joinToString { it.notation }}")
            }
        } else {
            val reply = engine.bestMove(game, Limits.Level("3", game.ply())).best ?: break
            game.play(reply.notation)
            println("Damier plays ${reply.notation}")
        }
    }
    println(game.outcome()?.let { "${it.result}: ${it.reason}" } ?: game.toPdn())
}
