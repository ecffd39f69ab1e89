"""A game of draughts in the terminal: you play White, Damier plays Black.

    python terminal.py [VARIANT]

Moves are written "32-28" or "28x19"; an empty line asks for a hint.
"""

import asyncio
import sys

from damier import DraughtsError, Engine, Game, Limits, Role, Side, Variant

SIGNS = {(Side.WHITE, Role.MAN): "o", (Side.WHITE, Role.KING): "O",
         (Side.BLACK, Role.MAN): "x", (Side.BLACK, Role.KING): "X"}


def show(position):
    board = position.board()
    rows = [["   "] * board.columns for _ in range(board.rows)]
    for place in board.squares:
        rows[place.row][place.column] = " · "
    for piece in position.view().pieces:
        place = board.squares[piece.square - 1]
        rows[place.row][place.column] = f" {SIGNS[piece.side, piece.role]} "
    print("\n".join("".join(row) for row in rows))


async def main(variant):
    game, engine = Game(variant), Engine()
    while game.outcome() is None:
        if game.position().turn() == Side.BLACK:
            reply = (await engine.best_move(game, Limits.LEVEL("3", seed=game.ply()))).best
            game.play(reply.notation)
            print(f"Damier plays {reply.notation}")
            continue
        show(game.position())
        text = input("your move (empty for a hint, q to stop): ").strip()
        if text == "q":
            break
        if not text:
            hint = await engine.best_move(game, Limits.TIME(500))
            print(f"perhaps {hint.best.notation}")
            continue
        try:
            game.play(text)
        except DraughtsError as refused:
            print(f"{refused}; you may play {', '.join(move.notation for move in game.legal_moves())}")
    outcome = game.outcome()
    print(f"{outcome.result}: {outcome.reason.name.lower()}" if outcome else game.to_pdn())


if __name__ == "__main__":
    try:
        asyncio.run(main(Variant[(sys.argv[1:] or ["international"])[0].upper()]))
    except (EOFError, KeyboardInterrupt):
        print()
