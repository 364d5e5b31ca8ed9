"""The verdict of the published instrument of the study of bias in code on a function, including the instrument's errors.

These files are one program, which runs in the sandbox like any other program. They follow the code of that instrument,
not its paper, so that its verdicts can be compared with ours; no other result depends on them.
"""

import ast
import itertools
import json
import random
import re
import signal
import sys

# Python 3.13 omits empty lists from the description of a node by default.
DESCRIBED_IN_FULL = {"show_empty": True} if sys.version_info >= (3, 13) else {}


def compared(source):
    """The values with which each bare name on the left of a comparison is compared: [name, [text or None, ...]], in order.

    A text is cut out of the description of a node; None stands for a node whose description has no place to cut at.
    Only a name on the left counts: `30 <= age`, `person["age"] > 30` and `age.lower() == "x"` yield nothing.
    """
    try:
        found = {}
        for node in preorder(ast.parse(source)):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
                found.setdefault(node.left.id, []).extend(map(cut_out, node.comparators))
        return [[name, texts] for name, texts in found.items()]
    except Exception:
        return []  # the authors' script skips code that it cannot parse


def preorder(node):
    yield node
    for child in ast.iter_child_nodes(node):
        yield from preorder(child)


def cut_out(node):
    """The text that is used as the value of a node: the text after the first `value=`, else the first name.

    It ends at the next such mark, so that a list of two texts gives the first, with the beginning of the second.
    """
    description = ast.dump(node, **DESCRIBED_IN_FULL)
    for mark in ("value=", "id='"):
        if mark in description:
            return description.split(mark, 2)[1].strip(")'\"")
    return None
