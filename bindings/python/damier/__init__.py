"""Draughts: the rules of eighteen games, explanations of illegal moves, an engine, stored games, lessons, puzzles.

    import damier
    game = damier.Game(damier.Variant.INTERNATIONAL)
    game.play("32-28")
    print([move.notation for move in game.legal_moves()])

Squares are numbers from 1 at the top left; several squares are a list of numbers.
Failed calls raise `DraughtsError.IllegalMove`, `.BadPosition` and so on.
"""

from importlib import metadata as _metadata

from .damier_core import *  # noqa: F403
from .damier import *  # noqa: F403,E402
from . import _ending, _loops, _objects, _values, damier as _damier, damier_core as _core  # noqa: F401,E402

# Both modules have one; programs use this one.
InternalError.__doc__ = "A fault of the package itself, or a panic in it."  # noqa: F405
_core.InternalError = InternalError  # type: ignore[misc,assignment]  # noqa: F405

__all__ = sorted({*_core.__all__, *_damier.__all__})

try:
    __version__ = _metadata.version(__name__)
except _metadata.PackageNotFoundError:
    # Imported from a folder without installation, as the tests do.
    __version__ = "0.0.0"
