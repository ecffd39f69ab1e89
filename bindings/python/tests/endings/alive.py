"""Ends while an endless search reports to a listener, and another one has none."""

import asyncio

import damier


class Listener(damier.SearchListener):
    def on_info(self, info):
        loop.call_soon_threadsafe(heard.set)
        return True


async def main():
    games = [(damier.Game(variant), listener) for variant, listener in ((damier.Variant.INTERNATIONAL, Listener()), (damier.Variant.RUSSIAN, None))]
    tasks = [asyncio.ensure_future(damier.Engine().best_move(game, damier.Limits.INFINITE(), listener)) for game, listener in games]
    await heard.wait()
    return tasks


# Not asyncio.run, which cancels running tasks.
loop = asyncio.new_event_loop()
# Python's own message about pending tasks.
loop.set_exception_handler(lambda _loop, _context: None)
heard = asyncio.Event()
tasks = loop.run_until_complete(main())
