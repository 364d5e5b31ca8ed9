"""The Python side of the tests of lib/values: encodes, decodes and compares with the worker's own functions.

Reads one JSON object from standard input: {expressions, encodings, pairs}; writes one to standard output:

    encoded    hex of the encoding of each expression's value, by the worker's encoder
    decoded    for each [hex, expression]: what hex decodes to, and the expression's value, both described
    products   for each pair of expressions, in rows: whether Python says that the first == the second
    equal      for each [hex, hex]: whether Python says that the decoded values are ==
"""

import collections
import enum
import importlib.util
import json
import sys

Point = collections.namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    RED = 1


class Name(str):
    pass


class Flag(bytes):
    pass


class Angle(complex):
    pass


try:
    import numpy
except ImportError:
    numpy = None


def load(path):
    spec = importlib.util.spec_from_file_location("worker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def describe(value):
    """A value with the exact types of its parts, as data that JSON can carry."""
    kind = type(value).__module__ + "." + type(value).__qualname__
    if isinstance(value, dict):
        return [kind, [[describe(key), describe(item)] for key, item in value.items()]]
    if isinstance(value, (set, frozenset)):
        return [kind, sorted((describe(item) for item in value), key=repr)]
    if isinstance(value, (list, tuple)):
        return [kind, [describe(item) for item in value]]
    if isinstance(value, int):
        return [kind, hex(value)]
    if isinstance(value, str):
        return [kind, [ord(character) for character in value]]
    if numpy is not None and isinstance(value, numpy.ndarray):
        return [kind, str(value.dtype), list(value.shape), describe(value.tolist())]
    return [kind, repr(value)]


def main():
    worker = load(sys.argv[1])
    encode, _ = worker.make_encoder()
    request = json.load(sys.stdin)
    values = [eval(expression) for expression in request["expressions"]]
    others = [eval(expression) for expression in request["expressions"]]  # NaN must not be itself
    of_hex = lambda text: worker.decode(bytes.fromhex(text))
    products = request["products"]
    json.dump(
        {
            "encoded": [encode(value, 1 << 20).hex() for value in values],
            "decoded": [[describe(of_hex(text)), describe(eval(expression))] for text, expression in request["encodings"]],
            "products": [[bool(a == b) for b in others] for a in values] if products else [],
            "equal": [of_hex(a) == of_hex(b) for a, b in request["pairs"]],
        },
        sys.stdout,
    )


main()
