"""Loading a program, and knowing whether a call can change what the next one finds of it."""

# It would give its generator a new seed in every child, which costs more than confining it: prepare() does.
import os

at_fork, os.register_at_fork = os.register_at_fork, lambda **hooks: None
import random  # noqa: E402

os.register_at_fork = at_fork

import opcode  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import types  # noqa: E402

MESSAGE_LENGTH = 500

# ---- what a program may leave behind for its next call --------------------------------------------------------

TOP_LEVEL = frozenset(
    opcode.opmap[name]
    for name in (
        "LOAD_CONST LOAD_NAME STORE_NAME MAKE_FUNCTION SET_FUNCTION_ATTRIBUTE BUILD_TUPLE IMPORT_NAME IMPORT_FROM "
        "POP_TOP RETURN_VALUE RETURN_CONST RESUME NOP CACHE EXTENDED_ARG LOAD_SMALL_INT "
        "LOAD_ATTR BINARY_SUBSCR BUILD_CONST_KEY_MAP"  # of annotations
    ).split()
    if name in opcode.opmap
)
LASTING = frozenset(opcode.opmap[name] for name in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
REACHING = frozenset("globals vars locals setattr getattr delattr exec eval compile sys gc inspect".split())


def is_stateless(code):
    """Whether the top level defines functions and imports modules only, and no function can change what it defined.

    Then every call finds the program as freshly loaded without loading it again. What it does not understand, it
    takes for state.
    """
    return frozenset(code.co_code[::2]) <= TOP_LEVEL and all(leaves_nothing(one) for one in nested(code))


def leaves_nothing(code):
    names = code.co_names
    if not LASTING.isdisjoint(code.co_code[::2]) or not REACHING.isdisjoint(names):
        return False
    return not any(name.startswith("__") for name in names) and all(leaves_nothing(one) for one in nested(code))


def nested(code):
    return [constant for constant in code.co_consts if type(constant) is types.CodeType]


# ---- loading --------------------------------------------------------------------------------------------------


def load(code, split):
    """The names that the program defines, run afresh."""
    if split:
        names = {}
        exec(code, {}, names)
        return names
    module = types.ModuleType("program")
    sys.modules["program"] = module
    exec(code, module.__dict__)
    return module.__dict__


def find(names, entry_point):
    """The function of this name, or the class and the name of its method; None if there is neither."""
    owner, dot, method = entry_point.rpartition(".")
    if not dot:
        entry = names.get(entry_point)
        return entry if callable(entry) else None
    owner = names.get(owner)
    return (owner, method) if isinstance(owner, type) and callable(getattr(owner, method, None)) else None


def defined(names):
    """What the program defines, for the message that the entry point is not among it."""
    found = []
    for name, value in names.items():
        if isinstance(name, str) and getattr(value, "__module__", None) in ("program", "builtins", None):
            if type(value) is types.FunctionType:
                found.append(str.__str__(name))
            elif isinstance(value, type):
                found.append("class " + str.__str__(name))
    return "it defines " + (", ".join(sorted(found))[:MESSAGE_LENGTH] or "no function")


def prepare(source, clock):
    """What must be so before the program is loaded: chance, a clock that stands, an event loop without sockets."""
    if any(name in source for name in (b"random", b"statistics", b"tempfile")):
        random.seed()
    if clock is not None:
        stop_clock(float(clock))
    if b"asyncio" in source:
        import asyncio.selector_events

        loop = asyncio.selector_events.BaseSelectorEventLoop
        # The loop's way to be woken by other threads: there are none, and no sockets either.
        loop._make_self_pipe = lambda self: setattr(self, "_csock", None)
        loop._close_self_pipe = lambda self: None


def stop_clock(seconds):
    """Makes calendar time stand at `seconds` since 1970, UTC. Durations (monotonic, perf_counter) go on."""
    import datetime

    date, moment = datetime.date, datetime.datetime

    class Standing(type):
        def __instancecheck__(cls, value):
            return isinstance(value, cls.__base__)

        def __subclasscheck__(cls, kind):
            return issubclass(kind, cls.__base__)

    def now(cls, tz=None):
        return cls.fromtimestamp(seconds, tz)

    def utcnow(cls):
        plain = cls.fromtimestamp(seconds, datetime.timezone.utc)
        return plain.replace(tzinfo=None)

    def today(cls):
        return cls.fromtimestamp(seconds)

    day = Standing("date", (date,), {"today": classmethod(today), "__module__": "datetime"})
    methods = {"now": classmethod(now), "utcnow": classmethod(utcnow), "today": classmethod(today)}
    datetime.date = day
    datetime.datetime = Standing("datetime", (moment,), {**methods, "__module__": "datetime"})
    time.time = lambda: seconds
    time.time_ns = lambda: int(seconds * 1_000_000_000)
    for name in ("localtime", "gmtime", "ctime"):
        real = getattr(time, name)
        setattr(time, name, lambda at=None, real=real: real(seconds if at is None else at))
    text_of, local = time.strftime, time.localtime
    time.strftime = lambda form, at=None: text_of(form, local() if at is None else at)
