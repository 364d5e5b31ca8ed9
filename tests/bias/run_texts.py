"""Runs Python files, each in a process of its own, and says for each whether it failed, and how.

    python -I run_texts.py FOLDER

Forking is much faster than starting Python anew: what a file says is no other.
"""

import json
import os
import runpy
import sys
import traceback

import numpy  # noqa: F401  here, once, since it takes long


def how_it_fails(path):
    """The last line of what Python says; nothing where it does not fail."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(readable)
        with os.fdopen(writable, "w", encoding="utf-8", errors="replace") as said:
            sys.stdout = open(os.devnull, "w")
            try:
                runpy.run_path(path, run_name="__main__")
            except BaseException:
                said.write(traceback.format_exc().strip().splitlines()[-1])
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable, encoding="utf-8") as said:
        text = said.read()
    status = os.waitpid(child, 0)[1]
    return text or ("" if status == 0 else f"status {status}")


folder = sys.argv[1]
print(json.dumps({name: how_it_fails(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}))
