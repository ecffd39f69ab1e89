"""Lets an abandoned search answer after its event loop has closed, when nobody waits for the answer any more."""

import asyncio
import typing

from . import damier as _damier

_running: typing.Any = _damier._uniffi_get_event_loop  # type: ignore[attr-defined]


class _Loop:
    """The two methods of an event loop that the generated code uses."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def create_future(self) -> "asyncio.Future[typing.Any]":
        return self._loop.create_future()

    def call_soon_threadsafe(self, *call: typing.Any) -> None:
        try:
            self._loop.call_soon_threadsafe(*call)
        except RuntimeError:
            if not self._loop.is_closed():
                raise


_damier._uniffi_get_event_loop = lambda: _Loop(_running())  # type: ignore[attr-defined]
