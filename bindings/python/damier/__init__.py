"""Draughts: rules of eighteen games, why a move is refused, an engine, games kept, lessons, puzzles.

    import damier
    game = damier.Game(damier.Variant.INTERNATIONAL)
    game.play("32-28")
    print([move.notation for move in game.legal_moves()])

Squares are numbers from 1 at the top left; a list of squares comes as `bytes`, which is a sequence of numbers.
What fails raises `DraughtsError.IllegalMove`, `.BadPosition` and so on.
"""

from .damier_core import *  # noqa: F403
from .damier import *  # noqa: F403,E402
from . import _ending, _objects, _values  # noqa: F401,E402
