"""The bindings as a Python program uses them: a game, a refusal, a search that is stopped, a file that is kept."""

import asyncio
import pathlib
import tempfile
import time
import unittest

import damier
from damier import Draughts, DraughtsError, Handicap, LimitsView, PlayerView, Search, SearchParams, SideView

START = "W:W31-50:B1-20"
HUMAN = PlayerView.HUMAN()
EVEN = Handicap(white=0, black=0)


class Infos(damier.SearchListener):
    """Counts what it hears, and asks for the end after `most`."""

    def __init__(self, most=None):
        self.infos = []
        self.most = most
        self.heard = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def on_info(self, info):
        self.infos.append(info)
        self.loop.call_soon_threadsafe(self.heard.set)
        return self.most is None or len(self.infos) < self.most


class Failing(damier.SearchListener):
    def on_info(self, info):
        raise ValueError("a listener's own fault")


def search(limits, fen=START, moves=()):
    return Search(SearchParams(variant="international", fen=fen, moves=list(moves), limits=limits))


class Playing(unittest.TestCase):
    def setUp(self):
        self.games = Draughts.in_memory()

    def new_game(self, **changed):
        params = dict(variant="international", white=HUMAN, black=HUMAN, handicap=EVEN) | changed
        return self.games.new_game(**params)

    def test_the_variants_are_listed(self):
        self.assertIn("international", damier.variants())
        levels = self.games.levels("international")
        self.assertGreaterEqual(len(levels), 6)
        self.assertEqual([level.number for level in levels], list(range(1, len(levels) + 1)))

    def test_moves_by_text_and_by_squares(self):
        game = self.new_game()
        self.assertEqual((game.ply, len(game.position.legal), game.position.turn), (0, 9, SideView.WHITE))
        game = self.games.play(game.id, "32-28")
        game = self.games.play_path(game.id, 1, bytes([19, 24]))
        game = self.games.play(game.id, "28-23")
        capture = game.position.legal[0]
        self.assertEqual((capture.notation, list(capture.captured)), ("18x29", [23]))
        self.assertEqual([list(route) for route in capture.routes], [[18, 29]])
        self.assertTrue(game.position.must_take)
        game = self.games.play(game.id, "18x29")
        self.assertEqual([move.notation for move in game.moves], ["32-28", "19-24", "28-23", "18x29"])
        self.assertEqual(self.games.game_at(game.id, 0).fen, START)
        game = self.games.take_back(game.id, game.ply)
        self.assertEqual((game.ply, game.take_backs), (3, 1))
        game = self.games.resign(game.id, SideView.BLACK)
        self.assertEqual((game.outcome.result, game.outcome.winner), ("2-0", SideView.WHITE))
        export = self.games.begin_export(damier.ExportFormat.PDN)
        self.assertTrue(export.done)
        self.assertIn("1. 32-28 19-24 2. 28-23 *", export.text)

    def test_failures_have_their_types(self):
        game = self.new_game()
        with self.assertRaisesRegex(DraughtsError.IllegalMove, "32"):
            self.games.play(game.id, "32-37")
        with self.assertRaises(DraughtsError.IllegalMove):
            self.games.play_path(game.id, 0, bytes([31, 31]))
        with self.assertRaises(DraughtsError.Stale):
            self.games.play_path(game.id, 5, bytes([32, 28]))
        with self.assertRaises(DraughtsError.NotFound):
            self.games.game(999)
        with self.assertRaises(DraughtsError.UnknownVariant):
            self.games.levels("chess")
        with self.assertRaises(DraughtsError.BadPosition):
            damier.position("international", "W:W32:B32")
        self.games.resign(game.id, SideView.WHITE)
        with self.assertRaises(DraughtsError.GameOver):
            self.games.play(game.id, "32-28")

    def test_a_refused_move_says_why(self):
        fen = "W:W28,35:B23"
        refusal = damier.why_not("international", fen, 35, 30)
        self.assertEqual((refusal.rule, refusal.must), (damier.RefusalRule.MUST_TAKE, 1))
        self.assertEqual([move.notation for move in refusal.allowed], ["28x19"])
        self.assertIsNone(damier.why_not("international", fen, 28))
        self.assertEqual(damier.read_move("international", fen, "28x19").target, 19)

    def test_a_handicap_is_shown_and_played(self):
        start = self.games.start_position("international", Handicap(white=0, black=2))
        self.assertEqual(list(start.removed), [3, 4])
        self.assertEqual((start.board.squares[0].column, start.board.squares[0].row), (1, 0))
        self.assertEqual(len(self.new_game(handicap=Handicap(white=0, black=2)).position.pieces), 38)

    def test_a_file_keeps_the_game(self):
        with tempfile.TemporaryDirectory() as folder:
            file = str(pathlib.Path(folder, "games.db"))
            self.games = Draughts.open(file)
            game = self.games.play(self.new_game().id, "32-28")
            del self.games
            again = Draughts.open(file).game(None)
            self.assertEqual((again.id, again.ply), (game.id, 1))
            rubbish = pathlib.Path(folder, "rubbish.db")
            rubbish.write_bytes(b"no database" * 100)
            with self.assertRaises(DraughtsError.Damaged):
                Draughts.open(str(rubbish))
            self.assertEqual(rubbish.read_bytes(), b"no database" * 100)


class Searching(unittest.IsolatedAsyncioTestCase):
    async def test_a_search_finds_a_legal_move(self):
        legal = {move.notation for move in damier.position("international", START).legal}
        infos = Infos()
        found = await search(LimitsView.DEPTH(6)).run(infos)
        self.assertIn(found.best.notation, legal)
        self.assertGreaterEqual(found.info.depth, 6)
        self.assertTrue(infos.infos)
        self.assertTrue(all(info.pv[0] in legal for info in infos.infos if info.pv))

    async def test_a_search_is_stopped_and_still_answers(self):
        endless = search(LimitsView.INFINITE())
        infos = Infos()
        running = asyncio.create_task(endless.run(infos))
        await asyncio.wait_for(infos.heard.wait(), 20)
        endless.stop()
        found = await asyncio.wait_for(running, 20)
        self.assertIsNotNone(found.best)

    async def test_a_listener_ends_a_search(self):
        found = await asyncio.wait_for(search(LimitsView.INFINITE()).run(Infos(most=2)), 20)
        self.assertIsNotNone(found.best)

    async def test_a_failing_listener_ends_a_search_and_nothing_else(self):
        found = await asyncio.wait_for(search(LimitsView.INFINITE()).run(Failing()), 20)
        self.assertIsNotNone(found.best)

    async def test_a_cancelled_search_lets_go(self):
        endless = search(LimitsView.INFINITE())
        infos = Infos()
        running = asyncio.create_task(endless.run(infos))
        await asyncio.wait_for(infos.heard.wait(), 20)
        running.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await running
        await asyncio.sleep(0.2)
        used = time.process_time()
        await asyncio.sleep(0.5)
        self.assertLess(time.process_time() - used, 0.25, "it still computes")

    async def test_a_level_replies_the_same_to_the_same(self):
        level = LimitsView.LEVEL(level=Draughts.in_memory().levels("international")[0].key, seed=7)
        replies = [await search(level, moves=["32-28"]).run(None) for _ in range(2)]
        self.assertEqual(replies[0].best, replies[1].best)
        self.assertGreater(replies[0].pause, 0)

    async def test_bad_parameters_raise(self):
        with self.assertRaises(DraughtsError.IllegalMove):
            await search(LimitsView.DEPTH(1), moves=["32-37"]).run(None)
        with self.assertRaises(DraughtsError.NotFound):
            await search(LimitsView.LEVEL("no such level", 1)).run(None)


if __name__ == "__main__":
    unittest.main()
