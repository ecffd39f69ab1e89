"""Ends twice, in a process and in its fork, while searches run."""

import os
import runpy
import sys

runpy.run_path(os.path.join(os.path.dirname(__file__), "alive.py"))
child = os.fork()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
