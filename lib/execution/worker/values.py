"""The canonical encoding, in which Python values cross the boundary of the sandbox.

One flag byte, then marshal, version 2, of None, bool, int, float, complex, str, bytes, list, tuple and dict. With
the flag at 1, a tuple that begins with Ellipsis is a tag:

    (..., class name, value)         an object of another class, by its plain value: for a set or a frozenset, the
                                     tuple of its items in the order of their encodings; for a dict whose keys have
                                     tags, the tuple of its pairs (key, value)
    (..., class name, value, fields) the same for a class of the program, with its other fields
    (..., ..., class name, fields)   an object without a plain value, by its fields: a tuple of pairs (name, value)
"""

import builtins
import collections
import datetime
import decimal
import enum
import fractions
import io
import itertools
import marshal
import sys
import types

PLAIN, TAGGED = b"\0", b"\1"
MAX_DEPTH = 100
MAX_ITEMS = 100_000
QUICK_ITEMS = 1 << 16


class Unserialisable(Exception):
    pass


class TooLarge(Exception):
    pass


class IteratorFailed(Exception):
    """Holds the exception that a program's iterator raised while its items were read."""


def make_encoder():
    """The encoder, with everything that it uses in a closure, so that a program's monkey patches do not affect it."""
    scalars = frozenset({type(None), bool, int, float, complex, str, bytes})
    texts, simple = frozenset({str, bytes}), scalars | {list, tuple, dict}
    chained, least, longest_of, total_of, table = itertools.chain.from_iterable, min, max, sum, dict
    dumps, heap_type = marshal.dumps, 1 << 9
    later = [one for one in vars(builtins).values() if isinstance(one, type) and one.__flags__ & heap_type]
    kind_of, length_of, mapped, setof, isin, step = type, len, map, frozenset, issubclass, next
    module_of = type.__dict__["__module__"].__get__
    name_of = type.__dict__["__qualname__"].__get__
    flags_of, size_of = [type.__dict__[name].__get__ for name in ("__flags__", "__basicsize__")]
    names_of = type.__dict__["__dict__"].__get__
    lineage_of = type.__dict__["__mro__"].__get__
    fields_of, attribute_of = object.__getattribute__, getattr
    modules, AsyncGenerator = sys.modules, types.AsyncGeneratorType
    Enum, File, Coroutine, Namespace = enum.Enum, io.IOBase, types.CoroutineType, types.SimpleNamespace
    every, listed, paired = slice(None), list, dict
    # The plain value of an instance of a class that is derived from one of these; the first match is used.
    carried = {
        int: int.__pos__,
        float: float.__pos__,
        complex: complex.__pos__,
        bytes: lambda value, get=bytes.__getitem__: get(value, every),
        bytearray: lambda value, get=bytearray.__getitem__, make=bytes: make(get(value, every)),
        str: str.__str__,
        list: lambda value, get=list.__getitem__: get(value, every),
        tuple: lambda value, get=tuple.__getitem__: get(value, every),
        dict: lambda value, items=dict.items: paired(items(value)),
        set: lambda value, make=set, each=set.__iter__: make(listed(each(value))),
        frozenset: lambda value, make=frozenset, each=frozenset.__iter__: make(listed(each(value))),
        collections.deque: lambda value, each=collections.deque.__iter__: listed(each(value)),
        decimal.Decimal: decimal.Decimal.__str__,
        fractions.Fraction: lambda value: (value.numerator, value.denominator),
        datetime.datetime: datetime.datetime.isoformat,
        datetime.date: datetime.date.isoformat,
        datetime.time: datetime.time.isoformat,
        datetime.timedelta: lambda value: (value.days, value.seconds, value.microseconds),
    }
    carriers, carried = tuple(carried), tuple(carried.items())
    views = (type({}.keys()), type({}.values()), type({}.items()))

    def check_length(value, kind, room):
        if kind in texts and length_of(value) > room[0]:
            raise TooLarge

    def surely_plain(value, room, but=()):
        """Whether plain() is true, checked level by level, which is quicker; false if unclear, or if the value is large.

        `but`: further types that must not occur.
        """
        level, left, longest, depth = [value], least(room, QUICK_ITEMS), 0, 0
        while depth < MAX_DEPTH:
            kinds = setof(mapped(kind_of, level))
            if not kinds <= simple or not kinds.isdisjoint(but):
                return False
            if not kinds.isdisjoint(texts):
                longest = longest_of(longest, *[length_of(item) for item in level if kind_of(item) in texts])
            held = [item for item in level if kind_of(item) not in scalars]
            if not held:
                return longest <= left
            left -= total_of([length_of(item) for item in held]) * 2
            if left < 0:
                return False
            level = [*chained(held), *chained([item.values() for item in held if kind_of(item) is table])]
            depth += 1
        return False

    def plain(value, room, depth):
        """Whether marshal is exact for the value; `room` is a list of one item, the number of items still allowed."""
        kind = kind_of(value)
        if kind in scalars:
            check_length(value, kind, room)
            return True
        if kind is list or kind is tuple:
            parts = (value,)
        elif kind is dict:
            parts = (value.keys(), value.values())
        else:
            return False
        if depth > MAX_DEPTH:
            raise Unserialisable("nested deeper than %d levels, or cyclic" % MAX_DEPTH)
        room[0] -= length_of(value)
        if room[0] < 0:
            raise TooLarge
        for part in parts:
            kinds = setof(mapped(kind_of, part))
            if not kinds <= scalars:
                if depth == 0 and length_of(value) > 8 and surely_plain(value, room[0]):
                    return True
                for item in part:
                    if not plain(item, room, depth + 1):
                        return False
            elif not kinds.isdisjoint(texts):
                for item in part:
                    check_length(item, kind_of(item), room)
        return True

    def class_name(kind):
        try:
            module, name = module_of(kind), name_of(kind)
        except BaseException:  # a metaclass or a class body made the name unreadable
            module, name = None, None
        if kind_of(module) is not str or kind_of(name) is not str:
            return "(unnamed class)"
        own = module == "builtins" and (not flags_of(kind) & heap_type or any(kind is one for one in later))
        return (name if own else module + "." + name)[:200]

    def tag(value, room, depth):
        """The value rebuilt from exact types, with tags for parts of other classes."""
        kind = kind_of(value)
        if kind in scalars:
            check_length(value, kind, room)
            return value
        if depth > MAX_DEPTH:
            raise Unserialisable("nested deeper than %d levels, or cyclic" % MAX_DEPTH)
        room[0] -= 1
        if room[0] < 0:
            raise TooLarge
        if kind is list:
            return [tag(item, room, depth + 1) for item in value]
        if kind is tuple:
            return tuple([tag(item, room, depth + 1) for item in value])
        if kind is dict:
            return entries(value, room, depth)
        if kind is set or kind is frozenset:
            return (Ellipsis, class_name(kind), ordered(value, room, depth))
        carried, name = plain_part(value, kind, room), class_name(kind)
        if carried is Ellipsis:
            return (Ellipsis, Ellipsis, name, tagged_fields(fields_in(value, kind), room, depth))
        found = (Ellipsis, name, tag(carried, room, depth + 1))
        fields = fields_beside(value, kind) if name.startswith("program.") else []
        return (*found, tagged_fields(fields, room, depth)) if fields else found

    def tagged_fields(fields, room, depth):
        return tuple([(name, tag(item, room, depth + 1)) for name, item in fields])

    def entries(value, room, depth):
        if all([plain(key, [room[0]], depth + 1) for key in value]):
            return {key: tag(item, room, depth + 1) for key, item in value.items()}
        # Tags of different keys may be equal, or not hashable.
        pairs = [(tag(key, room, depth + 1), tag(item, room, depth + 1)) for key, item in value.items()]
        return (Ellipsis, "dict", tuple(pairs))

    def ordered(items, room, depth):
        tagged = [tag(item, room, depth + 1) for item in items]
        return tuple(sorted(tagged, key=lambda item: dumps(item, 2)))

    def plain_part(value, kind, room):
        """The plain value of an instance of another class; Ellipsis if it has none."""
        if kind is range:
            return (value.start, value.stop, value.step)
        if isin(kind, carriers):
            for base, part in carried:
                if isin(kind, base):
                    return part(value)
        if kind in views:
            return list(value)
        pathlib = modules.get("pathlib")
        if pathlib is not None and isin(kind, pathlib.PurePath):
            return str(value)
        names = names_of(kind)
        if "__next__" in names and "__weakref__" not in names and "__slots__" not in names and not isin(kind, File):
            return take(value, room)  # an iterator of Python's own; one of the program's is encoded by its fields
        numpy = modules.get("numpy")
        if numpy is not None and isin(kind, numpy.ndarray) and value.dtype.kind in "biufc":
            return (value.dtype.str, value.shape, value.tobytes())
        if numpy is not None and isin(kind, numpy.ndarray) and value.dtype.kind == "U":
            return ("U", value.shape, value.ravel().tolist())  # the space for each text is not part of the value
        if numpy is not None and isin(kind, numpy.generic) and value.dtype.kind in "biufc":
            return value.item()
        return Ellipsis

    def take(iterator, room):
        """The items of an iterator, up to a maximum number."""
        items = []
        for _ in range(MAX_ITEMS + 1):
            try:
                items.append(step(iterator))
            except StopIteration:
                return items
            except BaseException as error:
                raise IteratorFailed(error)
            if length_of(items) > room[0]:
                raise TooLarge
        raise Unserialisable("an iterator of more than %d items" % MAX_ITEMS)

    def fields_in(value, kind):
        """The names and values of the fields of an instance of a class that is written in Python."""
        if isin(kind, Enum):
            return [("name", fields_of(value, "_name_")), ("value", fields_of(value, "_value_"))]
        lineage = [names_of(parent) for parent in lineage_of(kind)]
        written = any("__weakref__" in names or "__slots__" in names for names in lineage)
        hidden = any(not flags_of(parent) & heap_type and size_of(parent) > size_of(object) for parent in lineage_of(kind))
        failure = isin(kind, BaseException)
        seen = failure or isin(kind, Namespace) or written and not hidden
        if isin(kind, (File, type)) or kind in (AsyncGenerator, Coroutine) or not seen:
            raise Unserialisable("a value of type " + class_name(kind))
        return set_fields(value, lineage_of(kind), {"args": value.args} if failure else {})

    def fields_beside(value, kind):
        """The names and values of the fields that an instance of a program's class has besides its plain value."""
        if isin(kind, Enum):
            return []  # its plain value identifies the member
        return set_fields(value, [parent for parent in lineage_of(kind) if class_name(parent).startswith("program.")], {})

    def set_fields(value, lineage, fields):
        """The fields in the slots of classes, and all others, after `fields`."""
        for parent in reversed(lineage):
            slots = names_of(parent).get("__slots__", ())
            for name in (slots,) if kind_of(slots) is str else slots:
                if name in ("__dict__", "__weakref__"):
                    continue
                if name.startswith("__") and not name.endswith("__"):
                    name = "_" + name_of(parent).rpartition(".")[2].lstrip("_") + name  # the compiler's form of a private name
                item = attribute_of(value, name, Ellipsis)  # a slot may be empty
                if item is not Ellipsis:
                    fields[name] = item
        try:
            others = fields_of(value, "__dict__")
            fields.update({} if others is value else others)  # a dict may be its own fields
        except AttributeError:
            pass  # it has only slots
        return [(name, fields[name]) for name in fields if kind_of(name) is str]

    def encode(value, limit):
        """The canonical encoding, at most `limit` bytes."""
        room = [limit]
        flag = PLAIN if plain(value, room, 0) else TAGGED
        if flag == TAGGED:
            room[0] = limit
            value = tag(value, room, 0)
        try:
            encoded = flag + dumps(value, 2)
        except MemoryError:
            raise TooLarge
        if length_of(encoded) > limit:
            raise TooLarge
        return encoded

    return encode, class_name, surely_plain
