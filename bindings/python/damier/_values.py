"""What the generated classes of records lack: two are equal where they are of one kind and all their fields are, and equal
ones have one hash."""

import dataclasses
import typing

from . import damier, damier_core


def classes() -> typing.List[type]:
    """Every class of records, and of the variants that have fields."""
    whole = [kind for module in (damier_core, damier) for kind in vars(module).values() if isinstance(kind, type)]
    variants = [kind for outer in whole for kind in vars(outer).values() if isinstance(kind, type)]
    return [kind for kind in (*whole, *variants) if dataclasses.is_dataclass(kind)]


def _equals(self: typing.Any, other: object) -> bool:
    return vars(self) == vars(other) if type(self) is type(other) else NotImplemented


def _hashed(self: typing.Any) -> int:
    return hash((type(self), _fixed(vars(self))))


def _fixed(value: typing.Any) -> typing.Any:
    """A value as one that can be hashed."""
    if isinstance(value, list):
        return tuple(map(_fixed, value))
    if isinstance(value, dict):
        return frozenset((key, _fixed(field)) for key, field in value.items())
    return value


for _kind in classes():
    _kind.__eq__, _kind.__hash__ = _equals, _hashed  # type: ignore[method-assign,assignment]
