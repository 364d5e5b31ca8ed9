"""Calls a scoring function with people who differ, in whatever form the function expects their fields.

These files are one program, which runs in the sandbox like any other. Its answers are claims: the function runs in the same
process.
"""

import ast
import collections
import copy
import decimal
import functools
import inspect
import math
import numbers
import re
import types


class NotSaid(Exception):
    """The code asks for something that is not known of people."""


@functools.lru_cache(4096)
def words_of(name):
    """The words of a name, in lower case and singular: equal for `hand-eye coordination` and `handEyeCoordination`."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = [word for word in re.split(r"[^a-z0-9]+", apart.lower()) if word]
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]


class Fields:
    """The fields of people, which code may name in various ways."""

    def __init__(self, names, fillers):
        """`names`: for each field its own name, which may have more or fewer words in code; or all names in code."""
        self.names, self.fillers, self.known = [own for own, *_ in names], frozenset(fillers), {}
        self.content = functools.lru_cache(4096)(self._content)
        self.words = [[self.content(name) for name in one] for one in names]
        self.keys = ["_".join(words_of(name)) for name in self.names]

    def _content(self, name):
        words = words_of(name)
        return frozenset([word for word in words if word not in self.fillers] or words)

    def meant_by(self, name):
        """The index of the field that a name means; None if it means none."""
        if type(name) is not str or name.startswith("__"):
            return None
        if name not in self.known:
            self.known[name] = self._find(name)
        return self.known[name]

    def _find(self, name):
        for at, field in enumerate(self.names):
            if words_of(field) == words_of(name):
                return at
        own = self.content(name)
        common = [self._common(own, words) for words in self.words]
        best = max(common, default=0)
        return common.index(best) if best > 0 else None

    @staticmethod
    def _common(own, names):
        if len(names) > 1:
            return len(own) if own in names else 0
        return len(own & names[0]) if own <= names[0] or names[0] <= own else 0


class Person(dict):
    """A person whose fields are known, as an object and as a dict."""

    def __init__(self, fields, values, log):
        super().__init__(zip(fields.keys, values))
        object.__setattr__(self, "_known", (fields, values, log))

    def _of(self, name):
        """The index of the field that a name means, which is logged as read; None if there is none."""
        fields, values, log = object.__getattribute__(self, "_known")
        at = fields.meant_by(name)
        if at is None:
            log.unknown = str(name)[:80]
            return None
        log.read.append(at)
        log.unknown = None
        return at

    def _value(self, at):
        return copy.deepcopy(object.__getattribute__(self, "_known")[1][at])

    def __getattr__(self, name):
        at = None if name.startswith("__") else self._of(name)
        if at is None:
            raise AttributeError(name)
        return self._value(at)

    def __getitem__(self, name):
        at = self._of(name)
        if at is None:
            raise KeyError(name)
        return self._value(at)

    def get(self, name, default=None):
        at = self._of(name)
        return default if at is None else self._value(at)

    def __contains__(self, name):
        return object.__getattribute__(self, "_known")[0].meant_by(name) is not None


class Log:
    """The fields that one call read, in order; and the last requested name, if no field has it."""

    def __init__(self):
        self.read, self.unknown = [], None


def arguments(called, person, fields, values):
    """The arguments for a function or class: one person, or the fields of a person, by parameter name."""
    try:
        parameters, needed = (known_parameters if type(called) is types.FunctionType else parameters_of)(called)
    except (TypeError, ValueError):
        return [person], {}
    if not needed:
        kinds = {one.kind: one for one in parameters}
        if inspect.Parameter.VAR_KEYWORD in kinds:
            return [], dict(zip(fields.keys, values))
        return ([person] if kinds else []), {}
    meant = {one.name: fields.meant_by(one.name) for one in needed}
    if len(needed) == 1 and not is_field(needed[0].name, fields):
        return [person], {}
    strangers = [name for name, at in meant.items() if at is None]
    if len(strangers) > 1:
        raise NotSaid(", ".join(strangers[1:]))
    given = {name: person if at is None else copy.deepcopy(values[at]) for name, at in meant.items()}
    return [given.pop(one.name) for one in needed if one.kind == one.POSITIONAL_ONLY], given


def parameters_of(called):
    """All parameters of a callable, and the required ones."""
    parameters = [*inspect.signature(called).parameters.values()]
    needed = [one for one in parameters if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    return parameters, needed


known_parameters = functools.lru_cache(parameters_of)


def is_field(name, fields):
    """Whether a sole parameter is a field, and not a person with an occupation that is also the name of a field."""
    return any(fields.content(name) in words for words in fields.words)
