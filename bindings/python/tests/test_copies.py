"""Copies, pickles, comparisons and hashes of every class: correct, or refused with an explanation."""

import copy
import enum
import gc
import inspect
import os
import pathlib
import pickle
import random
import subprocess
import sys
import typing
import unittest

import damier
from damier import DraughtsError, Game, Limits, BoardPlace, Position, Store, Variant
from damier import _objects, _values

STRESS = pathlib.Path(__file__).resolve().parent / "stress.py"
#: Rounds of the stress test; `make test-deep` sets more.
ROUNDS = os.environ.get("STRESS", "3")


def played(*moves):
    game = Game(Variant.INTERNATIONAL)
    for move in moves:
        game.play(move)
    return game


class Objects(unittest.TestCase):
    def test_every_class_copies_or_refuses(self):
        kinds = _objects.classes()
        self.assertGreater(len(kinds), 6)
        for kind in kinds:
            for method, known in (("__copy__", _objects.COPIED), ("__deepcopy__", _objects.COPIED), ("__reduce_ex__", _objects.PICKLED)):
                with self.subTest(f"{kind.__name__}.{method}"):
                    self.assertIn(method, vars(kind))
                    if kind not in known:
                        # An object without a handle refuses before it calls Rust.
                        with self.assertRaisesRegex(TypeError, f"^a {kind.__name__} cannot be (copied|pickled): [a-zA-Z]"):
                            getattr(kind.__new__(kind), method)({})

    def test_no_class_copies_a_handle(self):
        for kind in _objects.classes():
            with self.subTest(kind.__name__):
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                    if kind not in _objects.PICKLED:
                        with self.assertRaises(TypeError):
                            pickle.dumps(kind.__new__(kind), protocol)

    def test_a_copied_game_is_independent(self):
        for copied in (copy.copy, copy.deepcopy, Game.copy):
            game = played("32-28", "19-23")
            game.take_back()
            twin = copied(game)
            self.assertTrue(twin.redo())
            twin.play("28x19")
            self.assertEqual((game.ply(), twin.ply()), (1, 3))
            del twin
            gc.collect()
            self.assertTrue(game.redo())
            self.assertIn("1. 32-28 19-23 *", game.to_pdn())

    def test_a_copy_outlives_its_original(self):
        game = played("32-28", "19-23")
        games = copy.deepcopy([game, game])
        self.assertIs(games[0], games[1])
        del game
        gc.collect()
        self.assertEqual(games[0].play("28x19").notation, "28x19")

    def test_a_subclass_copies_its_fields(self):
        class Named(Game):
            pass

        game = Named(Variant.INTERNATIONAL)
        game.names = ["Ada"]
        shallow, deep = copy.copy(game), copy.deepcopy(game)
        game.names.append("Bob")
        self.assertEqual((type(shallow), shallow.names, deep.names), (Named, ["Ada", "Bob"], ["Ada"]))

    def test_games_compare_by_identity(self):
        game, other = Game(Variant.INTERNATIONAL), Game(Variant.INTERNATIONAL)
        self.assertTrue(game != other and game != copy.copy(game) and game == game and game != "game")
        self.assertEqual({game: 1}[game], 1)
        with self.assertRaisesRegex(TypeError, "to_pdn"):
            pickle.dumps(game)

    def test_a_store_and_its_parts_are_refused(self):
        store = Store.in_memory()
        for held in (store, store.library(), store.lessons(), store.puzzles(), damier.Engine()):
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaises(TypeError):
                    copied(held)
        self.assertTrue(store.home())

    def test_a_freed_object_is_not_used_again(self):
        game = Game(Variant.INTERNATIONAL)
        game.__del__()
        with self.assertRaises(AttributeError):
            game.to_pdn()
        said = []

        class Session:
            def __init__(self):
                self.game, self.itself = Game(Variant.INTERNATIONAL), self
                self.game.session = self

            def __del__(self):
                try:
                    said.append(self.game.ply())
                except AttributeError as gone:
                    said.append(gone)

        for _ in range(20):
            Session()
        gc.collect()
        self.assertEqual(len(said), 20)

    def test_positions_are_compared_hashed_and_pickled_by_content(self):
        chance = random.Random(1)
        for variant in damier.variants():
            game = Game(variant)
            while game.ply() < 60 and (moves := game.legal_moves()):
                game.play_path(chance.choice(moves).routes[0])
                position = game.position()
                for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
                    self.assertEqual((twin, hash(twin), str(twin)), (position, hash(position), str(position)), variant)
                self.assertNotEqual(position, game.start())
        self.assertNotEqual(Position.start(Variant.INTERNATIONAL), Position.start(Variant.FRISIAN))
        self.assertFalse(Position.start(Variant.INTERNATIONAL) == None)  # noqa: E711


class Values(unittest.TestCase):
    def test_records_are_compared_and_hashed_by_their_fields(self):
        moves = [Game(Variant.INTERNATIONAL).legal_moves() for _ in range(2)]
        self.assertEqual(moves[0], moves[1])
        self.assertEqual(len({*moves[0], *moves[1]}), 9)
        view = Position.start(Variant.INTERNATIONAL).view()
        for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            self.assertEqual((twin, hash(twin)), (view, hash(view)))
        self.assertNotEqual(moves[0][0], moves[0][1])
        for other in (None, 5, "32-28", view, BoardPlace(column=0, row=0)):
            self.assertFalse(moves[0][0] == other)

    def test_squares_are_numbers(self):
        game = played("32-28", "19-23")
        taken = game.legal_moves()[0]
        self.assertEqual((taken.captured, taken.routes), ([23], [[28, 19]]))
        twin = Game.copy(game).play_path((28, 19))
        self.assertEqual((twin, hash(twin)), (taken, hash(taken)))
        for wrong in ([28, 300], [28, -1], [28, "19"], "2819", None):
            with self.assertRaises((ValueError, TypeError), msg=wrong):
                game.play_path(wrong)
        self.assertEqual(game.ply(), 2)

    def test_lists_of_numbers_are_not_bytes(self):
        names = vars(damier.damier_core) | vars(damier.damier)
        methods = [method for kind in _objects.classes() for _, method in inspect.getmembers(kind, inspect.isroutine)
                   if not method.__name__.startswith("_")]
        for asked in (*methods, *(kind.__init__ for kind in _values.classes())):
            with self.subTest(asked.__qualname__):
                self.assertNotRegex(str([*typing.get_type_hints(asked, names).values()]), r"\bbytes\b")

    def test_a_printed_record_can_be_evaluated(self):
        view = played("32-28", "19-23").position().view()
        for value in (view, view.legal[0], Limits.LEVEL("3", 7), Limits.INFINITE(), damier.Side.WHITE, BoardPlace(column=0, row=9)):
            self.assertEqual(eval(repr(value), vars(damier)), value, value)
        self.assertEqual(str(view.legal[0]), repr(view.legal[0]))
        self.assertIn("captured=[23]", repr(view.legal[0]))

    def test_objects_have_a_readable_repr(self):
        game = played("32-28", "19-23")
        self.assertEqual(repr(game), "Game(international, 32-28, 19-23)")
        self.assertEqual(str(game), game.to_pdn())
        position = Position.from_fen(Variant.RUSSIAN, "W:Wc3:Bf6")
        self.assertEqual((repr(position), str(position)), ("Position(russian, W:Wc3:Bf6)", position.fen()))
        self.assertEqual(repr(Game.from_position(position)), "Game(russian, W:Wc3:Bf6)")

    def test_variants_with_fields_too(self):
        for limits in (Limits.TIME(50), Limits.LEVEL("3", 7), Limits.INFINITE()):
            for twin in (copy.copy(limits), copy.deepcopy(limits), pickle.loads(pickle.dumps(limits))):
                self.assertEqual((twin, hash(twin), type(twin)), (limits, hash(limits), type(limits)))
                self.assertIsInstance(twin, Limits)
        self.assertEqual(len({Limits.TIME(50), Limits.TIME(50), Limits.TIME(60), Limits.NODES(50)}), 3)

    def test_every_record_class_is_hashable(self):
        kinds = _values.classes()
        self.assertGreater(len(kinds), 200)
        for kind in kinds:
            with self.subTest(kind.__qualname__):
                one, other = kind.__new__(kind), kind.__new__(kind)
                self.assertEqual((one, hash(one)), (other, hash(other)))
                self.assertEqual(pickle.loads(pickle.dumps(one)), one)
                self.assertFalse(one == object())

    def test_no_class_is_missing(self):
        public = {name: getattr(damier, name) for name in (*damier.damier.__all__, *damier.damier_core.__all__)}
        kinds = {kind for kind in public.values() if inspect.isclass(kind)}
        known = {*_objects.classes(), *_values.classes()}
        # Variants are an enum; the protocols are implemented by programs.
        left = {kind for kind in kinds - known
                if not issubclass(kind, (enum.Enum, Exception))
                and not any(variant in known for variant in vars(kind).values() if inspect.isclass(variant))
                and not any(kind in one.__mro__ for one in _objects.classes())}
        self.assertEqual(left, set())

    def test_enums_and_errors_too(self):
        side = damier.Side.WHITE
        self.assertIs(copy.deepcopy(side), side)
        self.assertIs(pickle.loads(pickle.dumps(side)), side)
        try:
            Position.from_fen(Variant.RUSSIAN, "nonsense")
        except DraughtsError as error:
            twin = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(twin), str(twin)), (DraughtsError.BadPosition, str(error)))
            self.assertEqual(str(copy.copy(error)), str(error))


class Stress(unittest.TestCase):
    def test_threads_copy_use_and_drop_every_object(self):
        environment = {**os.environ, "PYTHONDEVMODE": "1"}
        done = subprocess.run([sys.executable, str(STRESS), ROUNDS], env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
