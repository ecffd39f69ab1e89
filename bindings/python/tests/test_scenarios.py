"""The scenarios of tests/scenarios through the typed objects: a call is the method of its name, found by its types.

A value that the types exclude (a string for a number) counts as `badParams`, an unknown method as `unknownCall`.
"""

import enum
import inspect
import json
import pathlib
import re
import typing
import unittest

import damier

TESTS = pathlib.Path(__file__).resolve().parents[3] / "tests" / "scenarios"
COVERAGE = pathlib.Path(__file__).resolve().parents[2] / "coverage.tsv"
START = 1_795_219_200_000.0
# Arguments with another name here: keywords of C or Python.
ELSEWHERE = {"is_short": "short", "first": "from"}


class NotOfForm(Exception):
    """The JSON does not fit the type."""


class Ticking(damier.Clock):
    """Shows the time that the scenario sets."""

    time = START

    def now(self):
        return self.time


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def camel(name):
    first, *rest = name.strip("_").lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def read(kind, value):
    """Converts JSON to a value of this type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        # One of them is `object` if an argument has a default.
        return None if value is None else read(one(each for each in inner if each not in (object, type(None))), value)
    if origin is list:
        return [read(inner[0], item) for item in wanted(value, list)]
    if kind is float:
        return float(wanted(value, (int, float)))
    if kind in (int, str, bool):
        if isinstance(value, bool) != (kind is bool):
            raise NotOfForm(value)
        return wanted(value, kind)
    if issubclass(kind, enum.Enum):
        members = {camel(member.name): member for member in kind}
        if wanted(value, str) not in members:
            raise NotOfForm(value, "unknownVariant" if kind is damier.Variant else "badParams")
        return members[value]
    if kind is damier.BoardPlace:
        column, row = wanted(value, list)
        return damier.BoardPlace(column=column, row=row)
    if "cannot be instantiated" in inspect.getsource(kind.__init__):
        fields = wanted(value, dict)
        return made(one(getattr(kind, name) for name in dir(kind) if name.isupper() and camel(name) == fields.get("kind")), fields)
    return made(kind, wanted(value, dict))


def wanted(value, kinds):
    if not isinstance(value, kinds):
        raise NotOfForm(value)
    return value


def one(found):
    for value in found:
        return value
    raise NotOfForm("no such variant")


def made(callable, fields):
    """Calls with the parameters it has; one that JSON lacks and that has no default is the first value of its type."""
    function = callable.__init__ if inspect.isclass(callable) else callable
    hints = typing.get_type_hints(function, vars(damier.damier_core) | vars(damier.damier))
    arguments = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self" or name not in hints:
            continue
        given = camel(name) if camel(name) in fields else ELSEWHERE.get(name, camel(name))
        if given in fields:
            arguments[name] = read(hints[name], fields[given])
        elif hints[name] is damier.Aids:
            arguments[name] = damier.Aids.ALL
        elif parameter.default is inspect.Parameter.empty:
            if type(None) not in typing.get_args(hints[name]):
                raise NotOfForm(f"no {name}")
            arguments[name] = None
    return callable(**arguments)


def written(value):
    """Converts a value to JSON."""
    if isinstance(value, enum.Enum):
        return camel(value.name)
    if isinstance(value, list):
        return [written(item) for item in value]
    if isinstance(value, damier.BoardPlace):
        return [value.column, value.row]
    if isinstance(value, dict) or not type(value).__module__.startswith("damier"):
        return value
    fields = {camel(name): written(field) for name, field in vars(value).items()}
    *whole, variant = type(value).__qualname__.split(".")
    return {"kind": camel(variant), **fields} if whole else fields


def fill(value, kept):
    """Replaces "$name" by the value saved under that name."""
    if isinstance(value, str) and value.startswith("$"):
        return kept[value[1:]]
    if isinstance(value, list):
        return [fill(item, kept) for item in value]
    if isinstance(value, dict):
        return {key: fill(field, kept) for key, field in value.items()}
    return value


def mismatch(expected, reply, at=""):
    """The place and the difference of an unexpected reply."""
    differs = f"{at}: expected {expected}, got {reply}"
    if isinstance(expected, dict) and "$length" in expected:
        return None if isinstance(reply, list) and len(reply) == expected["$length"] else differs
    if isinstance(expected, dict) and "$contains" in expected:
        part = expected["$contains"]
        if isinstance(reply, list):
            return None if any(mismatch(part, item) is None for item in reply) else differs
        return None if isinstance(reply, str) and part in reply else differs
    if isinstance(expected, dict) and isinstance(reply, dict):
        parts = (mismatch(field, reply.get(key), f"{at}/{key}") for key, field in expected.items())
        return next((part for part in parts if part), None)
    if isinstance(expected, list) and isinstance(reply, list) and len(expected) == len(reply):
        parts = (mismatch(item, reply[i], f"{at}/{i}") for i, item in enumerate(expected))
        return next((part for part in parts if part), None)
    return None if expected == reply and isinstance(expected, bool) == isinstance(reply, bool) else differs


class Scenarios(unittest.TestCase):
    def test_every_scenario_matches(self):
        files = sorted(TESTS.glob("*.json"))
        self.assertTrue(files)
        for file in files:
            scenario = json.loads(file.read_text(encoding="utf-8"))
            with self.subTest(scenario["name"]):
                self.play(scenario["steps"])

    def play(self, steps):
        clock = Ticking()
        store = damier.Store.in_memory(clock)
        # First the parts: `store.lessons()` is the part itself.
        objects = (store.lessons(), store.puzzles(), store.library(), store)
        kept = {}
        for i, step in enumerate(steps):
            clock.time = START + 1000 * i
            at = f"step {i} ({step['call']})"
            try:
                reply, kind = written(call(objects, step["call"], fill(step["params"], kept))), None
            except damier.DraughtsError as error:
                reply, kind = str(error), camel(snake(type(error).__name__))
            except NotOfForm as error:
                reply, kind = str(error), error.args[1] if len(error.args) > 1 else "badParams"
            self.assertEqual(kind, step.get("error"), f"{at}: {reply}")
            if kind is None and "reply" in step:
                self.assertIsNone(mismatch(fill(step["reply"], kept), reply), at)
            for name, pointer in step.get("save", {}).items():
                part = reply
                for key in pointer.split("/")[1:]:
                    part = part[int(key) if isinstance(part, list) else key]
                kept[name] = part


def call(objects, name, params):
    methods = [getattr(owner, snake(name)) for owner in objects if re.fullmatch("[a-z]\\w*", name) and hasattr(owner, snake(name))]
    if not methods:
        raise NotOfForm(f"no method is named {name!r}", "unknownCall")
    try:
        return made(methods[0], wanted(params, dict))
    except (ValueError, TypeError, OverflowError) as error:
        # A number outside its type's range.
        raise NotOfForm(str(error)) from error


class Coverage(unittest.TestCase):
    def test_every_call_has_its_method(self):
        rows = [line.split("\t") for line in COVERAGE.read_text(encoding="utf-8").splitlines()[1:]]
        self.assertGreater(len(rows), 100)
        for call, owner, *_ in rows:
            with self.subTest(call):
                self.assertTrue(inspect.isfunction(inspect.getattr_static(getattr(damier, owner), snake(call), None))
                                or isinstance(inspect.getattr_static(getattr(damier, owner), snake(call), None), classmethod))


if __name__ == "__main__":
    unittest.main()
