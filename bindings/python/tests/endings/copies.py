"""Ends with originals and copies of objects alive, while a search reports to a listener."""

import asyncio
import copy
import threading

import damier


class Listener(damier.SearchListener):
    def on_info(self, info):
        heard.set()
        return True


heard = threading.Event()
game = damier.Game(damier.Variant.INTERNATIONAL)
copies = [copy.copy(game), *copy.deepcopy([game, game.position()])]
search = damier.Engine().best_move(copies[0], damier.Limits.INFINITE(), Listener())
threading.Thread(target=asyncio.run, args=(search,), daemon=True).start()
heard.wait()
copies[1].play("32-28")
del game
