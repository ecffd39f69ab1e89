"""Ends searches and silences listeners before Python ends: a thread that comes into Python after that, or out of Rust into a
function that is gone, takes the process along."""

import atexit
import os
import threading
import typing

from . import damier


def _end_in_time(generated: typing.Any) -> None:
    """What is asked of a search here can call back at once: each asks in its turn, and at the end nobody gets one any more."""
    turn = threading.RLock()
    ended = threading.Event()
    call_async = generated._uniffi_rust_call_async

    def call_in_turn(future: int, poll: typing.Any, complete: typing.Any, free: typing.Any, *more: typing.Any) -> typing.Any:
        def poll_in_turn(*arguments: typing.Any) -> None:
            with turn:
                poll(*arguments)

        def free_in_turn(future: int) -> None:
            with turn:
                # A search that is still awaited when Python clears away would tell that to a function cleared before it.
                if not ended.is_set():
                    free(future)

        return call_async(future, poll_in_turn, complete, free_in_turn, *more)

    def end() -> None:
        # For good. Other threads wait from now on; this one may still ask in what is done after.
        turn.acquire()
        ended.set()
        # In steps: Ctrl+C is heard between them, where a listener of the program's own never returns.
        while not generated.shut_down(100):
            pass

    generated._uniffi_rust_call_async = call_in_turn
    atexit.register(end)


_end_in_time(damier)


def _fork_in_peace(generated: typing.Any) -> None:
    """Keeps searches out of Python while a process is forked: the fork has none of their threads, but what these had locked. A
    listener that forks waits for itself: after a second it is let."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=lambda: generated.pause_calls(1000),
            after_in_parent=generated.resume_calls,
            after_in_child=generated.resume_calls,
        )


_fork_in_peace(damier)
