"""Decodes canonical encodings to Python values."""

import collections
import datetime
import decimal
import fractions
import marshal


def decode(encoded, build=None):
    """The value of a canonical encoding; `build(class name, fields)` makes objects that are encoded by their fields."""
    value = marshal.loads(encoded[1:])
    return untag(value, build) if encoded[:1] == TAGGED else value


# The classes that are rebuilt from their plain value; for other classes, the plain value is used itself.
REBUILT = {
    "dict": dict,
    "set": set,
    "frozenset": frozenset,
    "bytearray": bytearray,
    "range": lambda parts: range(*parts),
    "collections.OrderedDict": collections.OrderedDict,
    "collections.Counter": collections.Counter,
    "collections.deque": collections.deque,
    "decimal.Decimal": decimal.Decimal,
    "fractions.Fraction": lambda parts: fractions.Fraction(*parts),
    "datetime.datetime": lambda text: datetime.datetime.fromisoformat(text),
    "datetime.date": lambda text: datetime.date.fromisoformat(text),
    "datetime.time": lambda text: datetime.time.fromisoformat(text),
    "datetime.timedelta": lambda parts: datetime.timedelta(*parts),
}


def untag(value, build):
    kind = type(value)
    if kind is list:
        return [untag(item, build) for item in value]
    if kind is dict:
        return {untag(k, build): untag(v, build) for k, v in value.items()}
    if kind is not tuple:
        return value
    if not value or value[0] is not Ellipsis:
        return tuple([untag(item, build) for item in value])
    if value[1] is Ellipsis:
        fields = {name: untag(item, build) for name, item in value[3]}
        return fields if build is None else build(value[2], fields)
    _, name, carried, *_ = value  # other fields of the object are ignored
    if name == "numpy.ndarray":
        import numpy

        dtype, shape, data = carried
        if dtype == "U":
            return numpy.array(data, dtype).reshape(shape)
        return numpy.frombuffer(data, numpy.dtype(dtype)).reshape(shape).copy()
    plain = untag(carried, build)
    return REBUILT[name](plain) if name in REBUILT else plain
