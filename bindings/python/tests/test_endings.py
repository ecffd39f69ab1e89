"""Programs end with their own status, even with running searches, listeners and clocks."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
#: Runs of each program; `make test-deep` sets more.
RUNS = int(os.environ.get("ENDINGS", "4"))
# An illegal move, a hint, a move, and the end.
TYPED = "32-37\n\n32-28\nq\n"


def run(program):
    done = subprocess.run([sys.executable, str(program)], input=TYPED, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


class Endings(unittest.TestCase):
    def test_every_program_ends_by_itself(self):
        programs = [*sorted((HERE / "endings").glob("*.py")), HERE.parent / "example" / "terminal.py"]
        self.assertGreater(len(programs), 3)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for program in programs:
                with self.subTest(program.name):
                    ended = list(pool.map(run, [program] * RUNS))
                    self.assertEqual(ended, [(0, "")] * RUNS)

    def test_an_exception_ends_as_one(self):
        program = "import runpy; runpy.run_path({!r}); raise SystemExit('so be it')".format(str(HERE / "endings" / "alive.py"))
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (1, "so be it\n"))


if __name__ == "__main__":
    unittest.main()
