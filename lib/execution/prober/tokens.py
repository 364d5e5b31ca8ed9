"""Finds out which attributes of a person a program reads, and when.

These files are one program, which runs in the sandbox like any other program: it loads the program to be probed, calls
it with stand-ins for the values of attributes, and branches on the attributes that are read.
"""

import __future__
import ast
import builtins
import collections
import copy
import functools
import inspect
import itertools
import math
import operator
import random
import re
import sys
import time
import types


def nodes_of(tree, known={}):
    """All nodes of a syntax tree, which is walked only once."""
    if id(tree) not in known:
        known[id(tree)] = tree, list(ast.walk(tree))
    return known[id(tree)][1]


class Token:
    """A stand-in for the value of an attribute, or for a value computed from it, until that is needed; then it acts like it.

    The instrumented program replaces tokens by values wherever it reads one from a name, a field, a container or a
    call (see instrument.py), so that identity and exact types are those of values; only the results of comparisons
    are known without the value (see comparing.py). The exception is code in C that gets a container of tokens: there
    a token behaves as its value would.
    """

    __slots__ = ("parts",)  # one slot, as access takes long, and hides any attribute of the value with the same name

    def __init__(self, name, reader, made=()):
        """`made`: the functions applied to the attribute's value, in order, with constants before and after it."""
        object.__setattr__(self, "parts", (reader, name, made))

    def __getattr__(self, name):
        return getattr(value_of(self), name)

    def __setattr__(self, name, value):
        setattr(value_of(self), name, value)

    @property
    def __class__(self):
        return type(value_of(self))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, protocol):
        return value_of(self).__reduce_ex__(protocol)

    def __round__(self, *digits):
        return round(value_of(self), *digits)

    def __pow__(self, *others):
        return pow(value_of(self), *others)

    def __format__(self, form):
        return format(value_of(self), form)


def parts_of(token):
    return token.parts


def value_of(token):
    reader, name, made = token.parts
    if made:
        return reader.ask(name, made)
    return reader.held[name] if name in reader.held else reader.read(name)


def read(value):
    """The function around every expression of an instrumented program that may yield a token, or a tuple with tokens."""
    kind = type(value)
    if kind is Token:
        return value_of(value)
    return opened(value) if kind is tuple else value


def lend(name, function, reflected=False):
    if reflected:
        method = lambda self, other: function(other, value_of(self))  # noqa: E731
    else:
        method = lambda self, *others: function(value_of(self), *others)  # noqa: E731
    setattr(Token, name, method)


for one in "neg pos abs invert index contains getitem".split():
    lend("__%s__" % one, getattr(operator, one))
for one in "add sub mul truediv floordiv mod matmul lshift rshift and or xor".split():
    lend("__%s__" % one, getattr(operator, "__%s__" % one))
    lend("__r%s__" % one, getattr(operator, "__%s__" % one), reflected=True)
for one in (pow, divmod):
    lend("__r%s__" % one.__name__, one, reflected=True)
for one in (int, float, complex, str, repr, bytes, hash, len, iter, reversed, divmod, dir):
    lend("__%s__" % one.__name__, one)
for one in (math.trunc, math.floor, math.ceil):
    lend("__%s__" % one.__name__, one)


def settled(value, seen=None):
    """A value without tokens: the tokens inside are read, as they would be by a caller who inspects the value."""
    value = read(value)
    kind = type(value)
    if kind in (type(None), bool, int, float, complex, str, bytes):
        return value
    seen = {} if seen is None else seen
    if id(value) in seen:
        return seen[id(value)][0]
    seen[id(value)] = value, value  # the second keeps it alive, and so its id
    if kind in (set, frozenset) or isinstance(value, (list, tuple, collections.deque)):
        items = [settled(item, seen) for item in value]
        if any(new is not old for new, old in zip(items, value)):
            base = next((one for one in (list, collections.deque) if isinstance(value, one)), None)
            if base is not None:
                base.clear(value)
                base.extend(value, items)
            else:
                made = tuple.__new__(kind, items) if isinstance(value, tuple) else kind(items)
                value, seen[id(value)] = made, (made, value)
    elif isinstance(value, dict):
        if any(type(item) is Token for pair in value.items() for item in pair) or not plain_items(value):
            changed = {settled(key, seen): settled(item, seen) for key, item in value.items()}
            if kind is dict:
                return changed
            value.clear()
            value.update(changed)
    # Not an instance of a metaclass of the program.
    elif kind is types.SimpleNamespace or getattr(kind, "__module__", None) == "program" and not issubclass(kind, type):
        for name in fields_of(value):
            object.__setattr__(value, name, settled(object.__getattribute__(value, name), seen))
    return value


VIEWS = (type({}.values()), type({}.items()))
LEAST_CLEAN = 8
MOST_CLEAN = 1000

# Large containers without tokens in this call. They never get any, as values are opened before they are put in.
CLEAN = {}


def opened(value):
    """A container with its tokens, including those in inner containers, replaced by values; the same object if it is
    mutable."""
    kind = type(value)
    if kind is Token:
        return value_of(value)
    return opened_within(value, {}) if kind in OPENED or isinstance(value, tuple) else value


def opened_within(value, seen):
    """`seen`: containers by their identity, with their replacements."""
    kind = type(value)
    if kind is Token:
        return value_of(value)
    if kind not in OPENED and not isinstance(value, tuple) or id(value) in CLEAN:
        return value
    if id(value) in seen:
        return seen[id(value)][1]
    seen[id(value)] = value, value
    if kind is dict:
        changed = {key: new for key, item in value.items() if (new := opened_within(item, seen)) is not item}
        value.update(changed)
    elif kind is VIEWS[0]:
        return [opened_within(item, seen) for item in value]
    elif kind is VIEWS[1]:
        return [(key, opened_within(item, seen)) for key, item in value]
    elif kind is types.CellType:
        if value != EMPTY:
            value.cell_contents = opened_within(value.cell_contents, seen)
        return value
    else:
        items = [opened_within(item, seen) for item in value]
        if any(new is not old for new, old in zip(items, value)):
            if kind is list:
                value[:] = items
            else:
                seen[id(value)] = value, tuple.__new__(kind, items)
                return seen[id(value)][1]
    if len(value) >= LEAST_CLEAN and len(CLEAN) < MOST_CLEAN:
        CLEAN[id(value)] = value
    return value


# The types that are opened, including cells, which hold variables for inner functions; and a cell without a value.
OPENED = frozenset((dict, list, types.CellType, *VIEWS))
EMPTY = types.CellType()


def plain_items(value):
    return all(type(item) in (type(None), bool, int, float, str) for item in value.values())


def fields_of(value):
    """The names of an instance's fields that are set."""
    try:
        found = [name for name in object.__getattribute__(value, "__dict__") if type(name) is str]
    except AttributeError:
        found = []
    for parent in type(value).__mro__:
        slots = parent.__dict__.get("__slots__", ())
        for name in (slots,) if type(slots) is str else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                found.append(name)
    return found
