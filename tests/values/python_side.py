"""The Python side of the tests of lib/values: encodes, decodes and compares with the worker's own functions.

Reads one JSON object from standard input: {expressions, encodings, products, pairs, attempts}; writes one to standard
output:

    encoded    hex of the encoding of each expression's value, by the worker's encoder
    decoded    for each [hex, expression]: what hex decodes to, and the expression's value, both described
    products   for each pair of expressions, in rows: whether Python says that the first == the second
    equal      for each [hex, hex]: whether Python says that the decoded values are ==
    built      for each hex: the description of what it decodes to, or null if Python cannot build that
    again      for each hex: hex of the encoding of what it decodes to, or null if there is none
"""

import collections
import dataclasses
import datetime  # here and below: what the expressions are made of
import decimal
import enum
import fractions
import itertools
import json
import pathlib
import sys
import types

Point = collections.namedtuple("Point", "x y")


class Colour(enum.IntEnum):
    RED = 1


class Name(str):
    pass


class Flag(bytes):
    pass


class Angle(complex):
    pass


class Mood(enum.Enum):
    GOOD = ("g", 1)


@dataclasses.dataclass
class Person:
    name: str
    age: int = 0


@dataclasses.dataclass(frozen=True)
class Place:
    x: object


class Node:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Slotted:
    __slots__ = ("left", "right", "missing")

    def __init__(self, left, right):
        self.left, self.right = left, right


class Both(Slotted):
    def __init__(self, left, right, more):
        super().__init__(left, right)
        self.more = more


class Odd(Exception):
    pass


class Counting:
    """An iterator that a program defines."""

    def __init__(self):
        self.at = 2

    def __iter__(self):
        return self

    def __next__(self):
        self.at -= 1
        if self.at < 0:
            raise StopIteration
        return self.at


def made_by_programs():
    """Classes that derive from built-in ones, as programs have them."""

    class Score(int):
        pass

    class Report(list):
        __slots__ = ("left", "missing", "__dict__")

    class Ticket(collections.OrderedDict):
        pass

    class Level(enum.IntEnum):
        LOW = 1

    class Loose(dict):
        def __init__(self, *args):
            super().__init__(*args)
            self.__dict__ = self

    for kind in (Score, Report, Ticket, Level, Loose):
        kind.__module__, kind.__qualname__ = "program", kind.__name__
    return Score, Report, Ticket, Level, Loose


Score, Report, Ticket, Level, Loose = made_by_programs()


def having(value, **fields):
    for name, item in fields.items():
        setattr(value, name, item)
    return value


def count(*items):
    yield from items


try:
    import numpy
except ImportError:
    numpy = None


def load(paths):
    """The worker's files as one module, as it is sent to a worker."""
    module = types.ModuleType("worker")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), vars(module))
    return module


class Instance:
    """An object that is given by its fields: the test does not have the program's class."""

    def __init__(self, name, fields):
        self.name, self.fields = name, fields

    def __eq__(self, other):
        return isinstance(other, Instance) and (self.name, self.fields) == (other.name, other.fields)

    def __hash__(self):
        return hash((self.name, frozenset(self.fields)))


def describe(value):
    """A value with the exact types of its parts, as data that JSON can carry."""
    kind = type(value).__module__ + "." + type(value).__qualname__
    if isinstance(value, dict):
        return [kind, [[describe(key), describe(item)] for key, item in value.items()]]
    if isinstance(value, (set, frozenset)):
        return [kind, sorted((describe(item) for item in value), key=repr)]
    if isinstance(value, (list, tuple, collections.deque)):
        return [kind, [describe(item) for item in value]]
    if isinstance(value, int):
        return [kind, hex(value)]
    if isinstance(value, str):
        return [kind, [ord(character) for character in value]]
    if isinstance(value, Instance):
        return [kind, value.name, [[name, describe(item)] for name, item in value.fields.items()]]
    if numpy is not None and isinstance(value, numpy.ndarray):
        return [kind, str(value.dtype), list(value.shape), describe(value.tolist())]
    return [kind, repr(value)]


FAILED = object()


def tried(action, argument):
    try:
        return action(argument)
    except Exception:  # whatever it is, it would be the program's fault
        return FAILED


def encoded_again(encode, value):
    encoding = tried(lambda value: encode(value, 1 << 20), value)
    return None if encoding is FAILED else encoding.hex()


def main():
    worker = load(sys.argv[1:])
    encode, *_ = worker.make_encoder()
    request = json.load(sys.stdin)
    values = [eval(expression) for expression in request["expressions"]]
    others = [eval(expression) for expression in request["expressions"]]  # NaN must not be itself
    of_hex = lambda text: worker.decode(bytes.fromhex(text), Instance)
    products = request["products"]
    built = [tried(of_hex, text) for text in request["attempts"]]
    json.dump(
        {
            "encoded": [encode(value, 1 << 20).hex() for value in values],
            "decoded": [[describe(of_hex(text)), describe(eval(expression))] for text, expression in request["encodings"]],
            "products": [[bool(a == b) for b in others] for a in values] if products else [],
            "built": [None if value is FAILED else describe(value) for value in built],
            "again": [None if value is FAILED else encoded_again(encode, value) for value in built],
            "equal": [of_hex(a) == of_hex(b) for a, b in request["pairs"]],
        },
        sys.stdout,
    )


main()
