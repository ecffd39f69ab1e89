"""Ends searches and listeners before Python shuts down: a thread that enters Python afterwards, or calls a freed function,
would crash the process."""

import atexit
import os
import threading
import typing

from . import damier


def _end_in_time(generated: typing.Any) -> None:
    """Serialises polls of searches, which can call back at once, and blocks them after the shutdown."""
    turn = threading.RLock()
    ended = threading.Event()
    call_async = generated._uniffi_rust_call_async

    def call_in_turn(future: int, poll: typing.Any, complete: typing.Any, free: typing.Any, *more: typing.Any) -> typing.Any:
        def poll_in_turn(*arguments: typing.Any) -> None:
            with turn:
                poll(*arguments)

        def free_in_turn(future: int) -> None:
            with turn:
                # A search that is still awaited at shutdown would report its result to a function that Python has already
                # cleared.
                if not ended.is_set():
                    free(future)

        return call_async(future, poll_in_turn, complete, free_in_turn, *more)

    def end() -> None:
        # Permanent: other threads wait from now on; this one may still call later in the shutdown.
        turn.acquire()
        ended.set()
        # In steps, so that Ctrl+C works even if a listener of the program never returns.
        while not generated.shut_down(100):
            pass

    generated._uniffi_rust_call_async = call_in_turn
    atexit.register(end)


_end_in_time(damier)


def _fork_in_peace(generated: typing.Any) -> None:
    """Pauses calls into Python during a fork: the child has none of the search threads, but would inherit their locks. A listener
    that forks would wait for itself, so the wait ends after a second."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=lambda: generated.pause_calls(1000),
            after_in_parent=generated.resume_calls,
            after_in_child=generated.resume_calls,
        )


_fork_in_peace(damier)
