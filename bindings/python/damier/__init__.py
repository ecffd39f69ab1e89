"""Draughts: games played and kept, legal moves, why a move is refused, a search to play against.

    import damier
    games = damier.Draughts.in_memory()
    game = games.new_game("international", damier.PlayerView.HUMAN(), damier.PlayerView.HUMAN(), damier.Handicap(white=0, black=0))
    game = games.play(game.id, "32-28")

Squares are numbers from 1 at the top left; a list of squares comes as `bytes`, which is a sequence of numbers.
What fails raises `DraughtsError.IllegalMove`, `.BadPosition` and so on.
"""

from .damier import *  # noqa: F403
from .draughts import *  # noqa: F403
