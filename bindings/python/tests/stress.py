"""Makes, copies, uses and drops every class of objects from several threads at once: `stress.py ROUNDS [THREADS]`.

Each thread has its own objects and shares others. It checks every answer, so that a use after free is noticed even without a
crash.
"""

import asyncio
import copy
import gc
import pickle
import sys
import threading
import time

import damier
from damier import DraughtsError, Engine, Game, Handicap, Limits, Player, Position, Store, Variant
from damier._objects import classes

OPENING = ("32-28", "19-23", "28x19", "14x23")
HUMAN = Player.HUMAN()


class Clock(damier.Clock):
    def now(self):
        return time.time() * 1000


class Listener(damier.SearchListener):
    def __init__(self):
        self.heard = 0

    def on_info(self, info):
        self.heard += 1
        return self.heard < 3


class Reviewing(damier.ReviewListener):
    def on_position(self, done, of):
        return done < of


def played():
    game = Game(Variant.INTERNATIONAL)
    for move in OPENING:
        game.play(move)
    return game


def a_game(game):
    assert [move.notation for move in game.moves()] == list(OPENING), game.to_pdn()
    # A copy is independent.
    twin = game.copy()
    twin.play(twin.legal_moves()[0].notation)
    assert (twin.ply(), game.ply()) == (5, 4)
    assert "1. 32-28 19-23" in game.to_pdn()


def a_position(position):
    assert len(position.legal_moves()) == 9
    assert position.fen() == str(position)
    assert len({position, Position.from_fen(position.variant(), position.fen())}) == 1
    assert {position: 1}[pickle.loads(pickle.dumps(position))] == 1


def an_engine(engine):
    async def think():
        # In development mode Python would warn of every delay on a loaded machine.
        asyncio.get_running_loop().slow_callback_duration = 60
        found = await engine.best_move(Game(Variant.INTERNATIONAL), Limits.DEPTH(2), Listener())
        # Another thread's search may have ended this one before it found a move.
        assert found.best is None or "-" in found.best.notation
        await engine.review(played(), Limits.NODES(50), Reviewing())
        unheard = asyncio.ensure_future(engine.best_move(Game(Variant.FRISIAN), Limits.INFINITE(), Listener()))
        await asyncio.sleep(0)
        unheard.cancel()

    asyncio.run(think())
    engine.stop()


def a_store(store):
    game = store.new_game(Variant.INTERNATIONAL, HUMAN, HUMAN, Handicap(white=0, black=0))
    try:
        game = store.play_move(game.id, game.ply, [32, 28])
    except DraughtsError.NotFound:
        # Another thread began a game in between; a game without a move is not saved.
        return
    assert [move.notation for move in store.game(game.id).moves] == ["32-28"]


def a_library(library):
    assert library.library_state().games >= 0
    assert library.collections() == []


def lessons(lessons):
    assert lessons.lessons(Variant.INTERNATIONAL, "en")


def puzzles(puzzles):
    assert puzzles.puzzles(Variant.INTERNATIONAL)


#: A constructor and a use of every class.
OBJECTS = {
    Game: (played, a_game),
    Position: (lambda: Position.start(Variant.FRISIAN).play("31-26"), a_position),
    Engine: (Engine, an_engine),
    Store: (lambda: Store.in_memory(Clock()), a_store),
    damier.GameLibrary: (lambda: Store.in_memory(Clock()).library(), a_library),
    damier.Lessons: (lambda: Store.in_memory().lessons(), lessons),
    damier.Puzzles: (lambda: Store.in_memory().puzzles(), puzzles),
}


def work(rounds, shared, faults):
    try:
        for _ in range(rounds):
            for kind, (make, use) in OBJECTS.items():
                own = make()
                use(own)
                use(shared[kind])
                for copied in (copy.copy, copy.deepcopy, lambda whole: pickle.loads(pickle.dumps(whole))):
                    for one in (own, shared[kind]):
                        try:
                            twin = copied(one)
                        except TypeError as refused:
                            assert f"a {kind.__name__} cannot be" in str(refused), refused
                        else:
                            use(twin)
                # A cycle, which only the garbage collector frees.
                own.itself = own
                del own
            gc.collect()
    except BaseException as fault:
        faults.append(fault)
        raise


def main(rounds, threads):
    # Interfaces that Rust never returns cannot be created.
    missing = {kind.__name__ for kind in classes()} - {kind.__name__ for kind in OBJECTS}
    assert missing == {"ClockImpl", "ReviewListenerImpl", "SearchListenerImpl"}, missing
    shared = {kind: make() for kind, (make, _) in OBJECTS.items()}
    faults = []
    working = [threading.Thread(target=work, args=(rounds, shared, faults)) for _ in range(threads)]
    for thread in working:
        thread.start()
    for thread in working:
        thread.join()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4))
