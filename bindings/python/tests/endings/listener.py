"""Ends right after a search with a listener."""

import asyncio

import damier


class Listener(damier.SearchListener):
    def on_info(self, info):
        return True


print(asyncio.run(damier.Engine().best_move(damier.Game(damier.Variant.INTERNATIONAL), damier.Limits.DEPTH(3), Listener())).best.notation)
