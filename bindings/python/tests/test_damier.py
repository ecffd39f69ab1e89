"""The bindings as a Python program uses them: positions, games, errors, searches, stores."""

import asyncio
import doctest
import inspect
import io
import pathlib
import re
import tempfile
import time
import unittest

import damier
from damier import DraughtsError, Engine, Game, Handicap, Limits, Player, Position, Side, Store, Variant

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
HUMAN = Player.HUMAN()
EVEN = Handicap(white=0, black=0)


class Infos(damier.SearchListener):
    """Collects progress reports, and ends the search after `most` of them."""

    def __init__(self, most=None):
        self.infos = []
        self.most = most
        self.heard = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def on_info(self, info):
        self.infos.append(info)
        self.loop.call_soon_threadsafe(self.heard.set)
        return self.most is None or len(self.infos) < self.most


def searching():
    """True while a search thread runs. Works on Linux; False elsewhere."""
    names = (task.read_text().strip() for task in pathlib.Path("/proc/self/task").glob("*/comm"))
    return "damier search" in names


class Failing(damier.SearchListener):
    def on_info(self, info):
        raise ValueError("a listener's own fault")


class Counting(damier.ReviewListener):
    def __init__(self):
        self.seen = []

    def on_position(self, done, of):
        self.seen.append((done, of))
        return True


class Package(unittest.TestCase):
    def test_the_package_lists_its_names(self):
        self.assertRegex(damier.__version__, r"^\d+\.\d+\.\d+$")
        self.assertEqual([name for name in damier.__all__ if not hasattr(damier, name)], [])
        self.assertLessEqual({"Game", "Engine", "Store", "Variant", "Move", "DraughtsError"}, set(damier.__all__))
        self.assertFalse({"os", "sys", "ctypes"} & set(damier.__all__))
        self.assertEqual(len(damier.__all__), len(set(damier.__all__)))

    def test_everything_public_is_documented_and_typed(self):
        self.assertTrue(pathlib.Path(damier.__file__).with_name("py.typed").exists())
        for name in damier.__all__:
            public = getattr(damier, name)
            with self.subTest(name):
                self.assertTrue(not inspect.isclass(public) and not inspect.isfunction(public) or public.__doc__)
        for kind in (Position, Game, Engine, Store, damier.GameLibrary, damier.Lessons, damier.Puzzles):
            for name, method in inspect.getmembers(kind, inspect.isroutine):
                if not name.startswith("_"):
                    with self.subTest(f"{kind.__name__}.{name}"):
                        self.assertTrue(method.__doc__)

    def test_the_readme_is_correct(self):
        text = README.read_text(encoding="utf-8")
        sessions = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
        test = doctest.DocTestParser().get_doctest(sessions, {}, "README.md", str(README), 0)
        self.assertGreater(len(test.examples), 20)
        said = io.StringIO()
        done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.write)
        self.assertEqual(done.failed, 0, said.getvalue())


class Positions(unittest.TestCase):
    def test_moves_return_new_positions(self):
        self.assertEqual(len(damier.variants()), 18)
        start = Position.start(Variant.INTERNATIONAL)
        after = start.play("32-28").play_path([19, 23])
        self.assertEqual(str(start), "W:W31-50:B1-20")
        self.assertEqual((after.turn(), after.must_take()), (Side.WHITE, True))
        self.assertEqual([move.notation for move in after.legal_moves()], ["28x19"])
        self.assertEqual(after.read_move("28x19").captured, [23])
        self.assertEqual(after, Position.from_fen(Variant.INTERNATIONAL, after.fen()))
        self.assertEqual(start.perft(4), 4265)
        self.assertEqual((start.board().columns, start.board().labels[49]), (10, "50"))

    def test_every_game_starts(self):
        for variant in damier.variants():
            with self.subTest(variant):
                self.assertTrue(Position.start(variant).legal_moves())

    def test_an_illegal_move_is_explained(self):
        position = Position.from_fen(Variant.INTERNATIONAL, "W:W28,35:B23")
        refusal = position.why_not(35, 30)
        self.assertEqual((refusal.rule, refusal.must, refusal.origin), (damier.RefusalRule.MUST_TAKE, 1, 35))
        self.assertEqual([move.notation for move in refusal.allowed], ["28x19"])
        self.assertIsNone(position.why_not(28))
        with self.assertRaises(DraughtsError.BadParams):
            position.why_not(51)

    def test_invalid_input_raises(self):
        with self.assertRaises(DraughtsError.BadPosition):
            Position.from_fen(Variant.INTERNATIONAL, "W:W32:B32")
        with self.assertRaisesRegex(DraughtsError.IllegalMove, "32"):
            Position.start(Variant.INTERNATIONAL).play("32-37")


class Games(unittest.TestCase):
    def test_a_game_is_played_taken_back_and_written(self):
        game = Game(Variant.INTERNATIONAL)
        for text in ("32-28", "19-24", "28-23"):
            game.play(text)
        self.assertEqual(game.play_path([18, 29]).captured, [23])
        self.assertTrue(game.take_back() and game.redo())
        self.assertEqual([move.notation for move in game.moves()], ["32-28", "19-24", "28-23", "18x29"])
        self.assertEqual(game.position_at(0), game.start())
        self.assertIsNone(game.position_at(9))
        game.resign(Side.WHITE)
        self.assertEqual((game.outcome().winner, game.legal_moves()), (Side.BLACK, []))
        with self.assertRaises(DraughtsError.GameOver):
            game.play("33x24")
        text = game.to_pdn([damier.PdnTag(name="White", value="Ada")])
        self.assertIn('[White "Ada"]', text)
        again = Game.from_pdn(text)
        self.assertEqual((again.position(), again.outcome()), (game.position(), game.outcome()))

    def test_draw_rules_count(self):
        game = Game.from_position(Position.from_fen(Variant.INTERNATIONAL, "W:WK1:BK5"))
        for text in ("1-6", "5-10", "6-1", "10-5"):
            game.play(text)
        self.assertEqual(game.repetitions(), 2)
        self.assertEqual(game.counts()[0].moves, 2)

    def test_an_invalid_pdn_names_the_line(self):
        with self.assertRaisesRegex(DraughtsError.IllegalMove, "line 1"):
            Game.from_pdn("1. 32-28 19-23 2. 32-28 *", Variant.INTERNATIONAL)
        for text in ("", "%%%", "; a line", "hello", "{no more than a word}", "*"):
            with self.assertRaises(DraughtsError.BadParams, msg=text):
                Game.from_pdn(text)
        self.assertEqual(Game.from_pdn('[White "Ada"]').ply(), 0)


class Keeping(unittest.TestCase):
    def test_a_file_stores_the_game(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder, "games.db"))
            store = Store.open(file)
            game = store.new_game(Variant.INTERNATIONAL, HUMAN, HUMAN, EVEN)
            game = store.play_move(game.id, game.ply, [32, 28])
            with self.assertRaises(DraughtsError.Stale):
                store.play_move(game.id, 5, [19, 23])
            del store
            again = Store.open(file).game()
            self.assertEqual((again.id, again.ply), (game.id, 1))
            rubbish = pathlib.Path(folder, "rubbish.db")
            rubbish.write_bytes(b"no database" * 100)
            with self.assertRaises(DraughtsError.Damaged):
                Store.open(str(rubbish))
            self.assertEqual(rubbish.read_bytes(), b"no database" * 100)

    def test_games_are_found_and_exported(self):
        store = Store.in_memory()
        game = store.new_game(Variant.INTERNATIONAL, HUMAN, HUMAN, EVEN)
        store.play_move(game.id, 0, [32, 28])
        library = store.library()
        search = library.find_games(damier.LibraryFilter(played=True), damier.LibraryOrder.ADDED)
        while not search.done:
            search = library.find_more(search.search)
        self.assertEqual([row.id for row in library.found_games(search.search, 0, 10)], [game.id])
        export = library.begin_export(damier.ExportFormat.PDN)
        self.assertTrue(export.done)
        self.assertIn("1. 32-28 *", export.text)

    def test_docstrings_come_through(self):
        self.assertIn("legal move", Position.legal_moves.__doc__)
        self.assertIn("saved from its first move", Store.new_game.__doc__)


class Searching(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.engine = Engine()

    async def test_a_search_finds_a_legal_move(self):
        game = Game(Variant.INTERNATIONAL)
        infos = Infos()
        found = await self.engine.best_move(game, Limits.DEPTH(6), infos)
        legal = {move.notation for move in game.legal_moves()}
        self.assertIn(found.best.notation, legal)
        self.assertGreaterEqual(found.info.depth, 6)
        self.assertTrue(infos.infos)
        self.assertTrue(all(info.pv[0] in legal for info in infos.infos if info.pv))

    async def test_a_stopped_search_returns_a_result(self):
        infos = Infos()
        running = asyncio.create_task(self.engine.best_move(Game(Variant.INTERNATIONAL), Limits.INFINITE(), infos))
        await asyncio.wait_for(infos.heard.wait(), 20)
        self.engine.stop()
        found = await asyncio.wait_for(running, 20)
        self.assertIsNotNone(found.best)

    async def test_a_new_search_ends_the_previous_one(self):
        infos = Infos()
        running = asyncio.create_task(self.engine.best_move(Game(Variant.INTERNATIONAL), Limits.INFINITE(), infos))
        await asyncio.wait_for(infos.heard.wait(), 20)
        await self.engine.best_move(Game(Variant.RUSSIAN), Limits.DEPTH(2))
        self.assertIsNotNone((await asyncio.wait_for(running, 20)).best)

    async def test_a_listener_ends_a_search(self):
        for listener in (Infos(most=2), Failing()):
            found = await asyncio.wait_for(self.engine.best_move(Game(Variant.INTERNATIONAL), Limits.INFINITE(), listener), 20)
            self.assertIsNotNone(found.best)

    async def test_a_cancelled_search_ends(self):
        infos = Infos()
        running = asyncio.create_task(self.engine.best_move(Game(Variant.INTERNATIONAL), Limits.INFINITE(), infos))
        await asyncio.wait_for(infos.heard.wait(), 20)
        running.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await running
        deadline = time.monotonic() + 120
        while searching():
            self.assertLess(time.monotonic(), deadline, "the search goes on")
            await asyncio.sleep(0.01)

    async def test_a_seeded_level_is_deterministic(self):
        level = Limits.LEVEL(level=Store.in_memory().levels(Variant.INTERNATIONAL)[0].key, seed=7)
        game = Game(Variant.INTERNATIONAL)
        game.play("32-28")
        replies = [await self.engine.best_move(game, level) for _ in range(2)]
        self.assertEqual(replies[0].best, replies[1].best)
        self.assertGreater(replies[0].pause, 0)

    async def test_the_best_moves_are_ranked(self):
        params = Game(Variant.INTERNATIONAL).search_params(Limits.DEPTH(4))
        params.lines = 3
        self.assertEqual(len((await self.engine.search(params)).info.lines), 3)

    async def test_a_game_is_reviewed(self):
        game = Game.from_pdn("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-28 *")
        counting = Counting()
        review = await self.engine.review(game, Limits.NODES(3000), counting)
        self.assertEqual(counting.seen, [(n, 7) for n in range(1, 8)])
        self.assertEqual(review.moves[2].quality, damier.MoveQuality.FORCED)
        self.assertGreaterEqual(review.black.blunders + review.black.mistakes, 1)

    async def test_bad_parameters_raise(self):
        with self.assertRaises(DraughtsError.NotFound):
            await self.engine.best_move(Game(Variant.INTERNATIONAL), Limits.LEVEL("no such level", 1))


if __name__ == "__main__":
    unittest.main()
