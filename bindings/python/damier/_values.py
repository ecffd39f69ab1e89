"""Completes the generated classes of records: equality and hashes by class and fields, and a repr that can be evaluated."""

import dataclasses
import enum
import typing

from . import damier, damier_core


def classes() -> typing.List[type]:
    """Returns every class of records, and of enum variants with fields."""
    whole = [kind for module in (damier_core, damier) for kind in vars(module).values() if isinstance(kind, type)]
    variants = [kind for outer in whole for kind in vars(outer).values() if isinstance(kind, type)]
    return [kind for kind in (*whole, *variants) if dataclasses.is_dataclass(kind)]


def _equals(self: typing.Any, other: object) -> bool:
    return vars(self) == vars(other) if type(self) is type(other) else NotImplemented


def _hashed(self: typing.Any) -> int:
    return hash((type(self), _fixed(vars(self))))


def _fixed(value: typing.Any) -> typing.Any:
    """Converts a value to a hashable one."""
    if isinstance(value, list):
        return tuple(map(_fixed, value))
    if isinstance(value, dict):
        return frozenset((key, _fixed(field)) for key, field in value.items())
    return value


def _shown(self: typing.Any) -> str:
    fields = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
    return f"{type(self).__qualname__}({fields})"


for _kind in classes():
    _kind.__eq__, _kind.__hash__ = _equals, _hashed  # type: ignore[method-assign,assignment]
    _kind.__repr__ = _kind.__str__ = _shown  # type: ignore[method-assign,assignment]

for _module in (damier_core, damier):
    for _kind in vars(_module).values():
        if isinstance(_kind, type) and issubclass(_kind, enum.Enum) and _kind is not enum.Enum:
            _kind.__repr__ = lambda self: f"{type(self).__name__}.{self.name}"  # type: ignore[method-assign,assignment]
