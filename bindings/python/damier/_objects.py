"""Completes the generated classes of objects. Each object holds a handle that Rust must free exactly once: copying needs a
function for the class or is refused, and a freed object cannot be used again."""

import copy
import typing

from . import damier, damier_core

Object = typing.Any

#: Copy functions by class. Other classes cannot be copied.
COPIED: typing.Dict[type, typing.Callable[[Object], Object]] = {
    damier.Game: damier.Game.copy,
    # Immutable: two Python objects may share it.
    damier.Position: lambda position: position,
}
#: Functions and arguments that rebuild an object in another process, by class. Other classes cannot be pickled.
PICKLED: typing.Dict[type, typing.Callable[[Object], typing.Tuple[typing.Any, ...]]] = {
    damier.Position: lambda position: (type(position).from_fen, (position.variant(), position.fen())),
}
INSTEAD = {
    damier.Game: "pickle its to_pdn(), which Game.from_pdn reads",
    damier.Engine: "make another one",
    damier.Store: "Store.open opens the same file again",
    damier.GameLibrary: "it belongs to its store: ask that for it",
    damier.Lessons: "it belongs to its store: ask that for it",
    damier.Puzzles: "it belongs to its store: ask that for it",
}


def classes() -> typing.List[type]:
    """Returns every class whose objects live in Rust."""
    found = (kind for module in (damier_core, damier) for kind in vars(module).values())
    return [kind for kind in found if isinstance(kind, type) and hasattr(kind, "_uniffi_make_instance")]


def _own(held: Object) -> typing.Dict[str, typing.Any]:
    """Returns the fields that a program or a subclass added."""
    return {name: value for name, value in vars(held).items() if name != "_handle"}


def _twin(kind: type, held: Object) -> Object:
    twin = type(held)._uniffi_make_instance(COPIED[kind](held)._uniffi_clone_handle())
    vars(twin).update(_own(held))
    return twin


def _copies(kind: typing.Any) -> None:
    def shallow(self: Object) -> Object:
        return _twin(kind, self)

    def deep(self: Object, memo: typing.Dict[int, typing.Any]) -> Object:
        memo[id(self)] = twin = _twin(kind, self)
        vars(twin).update({name: copy.deepcopy(value, memo) for name, value in _own(self).items()})
        return twin

    kind.__copy__, kind.__deepcopy__ = shallow, deep


def _pickles(kind: typing.Any) -> None:
    def reduced(self: Object, _protocol: typing.Any) -> typing.Tuple[typing.Any, ...]:
        return (*PICKLED[kind](self), _own(self) or None)

    kind.__reduce_ex__ = reduced


def _refuses(kind: typing.Any, action: str, *methods: str) -> None:
    instead = INSTEAD.get(kind, "it stands for one thing outside Python")

    def refuse(self: Object, *_: typing.Any) -> typing.NoReturn:
        raise TypeError(f"a {kind.__name__} cannot be {action}: {instead}")

    for method in methods:
        setattr(kind, method, refuse)


def _lets_go_once(kind: typing.Any) -> None:
    free = kind.__del__

    def let_go(self: Object) -> None:
        free(self)
        # Objects that are freed in the same cycle may still use it: they find nothing instead of a freed object.
        vars(self).pop("_handle", None)

    kind.__del__ = let_go


for _kind in classes():
    _lets_go_once(_kind)
    if _kind in COPIED:
        _copies(_kind)
    else:
        _refuses(_kind, "copied", "__copy__", "__deepcopy__")
    if _kind in PICKLED:
        _pickles(_kind)
    else:
        _refuses(_kind, "pickled", "__reduce_ex__")
