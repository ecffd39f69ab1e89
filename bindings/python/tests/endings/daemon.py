"""Ends while daemon threads search in a loop and save games with a clock of the program."""

import asyncio
import threading
import time

import damier


class Clock(damier.Clock):
    def now(self):
        return time.time() * 1000


class Listener(damier.SearchListener):
    def on_info(self, info):
        return True


async def search():
    engine = damier.Engine()
    while True:
        await engine.best_move(damier.Game(damier.Variant.INTERNATIONAL), damier.Limits.DEPTH(1), Listener())
        begun.release()


def keep():
    while True:
        damier.Store.in_memory(Clock()).home()
        begun.release()


begun = threading.Semaphore(0)
for work in (lambda: asyncio.run(search()), keep):
    threading.Thread(target=work, daemon=True).start()
for _ in range(20):
    begun.acquire()
