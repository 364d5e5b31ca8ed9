"""Loads a program, and finds out whether a call can change the state that the next call finds."""

# The module would reseed its generator in every child, which takes longer than confining it; prepare() does it instead.
import os

at_fork, os.register_at_fork = os.register_at_fork, lambda **hooks: None
import random  # noqa: E402

os.register_at_fork = at_fork

import ctypes  # noqa: E402
import datetime  # noqa: E402
import gc  # noqa: E402
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
        "LOAD_ATTR BINARY_SUBSCR"  # of annotations
    ).split()
    if name in opcode.opmap
)
IMPORT = opcode.opmap["IMPORT_NAME"]
LASTING = frozenset(opcode.opmap[name] for name in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
REACHING = frozenset(
    "globals vars locals setattr getattr delattr exec eval compile sys gc inspect importlib program modules operator "
    "attrgetter methodcaller register global_enum Formatter get_field get_type_hints get_annotations ForwardRef evaluate_forward_ref "
    "f_globals f_locals f_back f_builtins gi_frame cr_frame tb_frame "
    # these write to the function that they get
    "update_wrapper wraps no_type_check no_type_check_decorator overload final override abstractmethod runtime_checkable "
    "abstractclassmethod abstractstaticmethod dataclass_transform deprecated coroutine".split()
)
# Modules that give access to no other module by its name, and run no code in a text.
MODULES = frozenset(
    "__future__ bisect cmath collections dataclasses datetime decimal enum fractions functools heapq itertools json math "
    "numbers numpy random re statistics string time typing".split()
)
# Names at the top level whose values are only texts.
TEXTS = frozenset("__future__ __name__ __doc__ __all__ __version__ __author__".split())

# With these names, code can get a class that it was not given.
CLASSES = frozenset(("type", "_dataclasses"))


def is_stateless(code, owner=None):
    """Whether the top level only defines functions and imports modules, and no function can change these definitions.

    Then every call finds the program in its initial state without another load. Code that is not understood counts as
    stateful. `owner`: the name of a class that the driver appended, which the code must not be able to reach either.
    """
    if not TOP_LEVEL.issuperset(code.co_code[::2]):
        return False
    functions = list(functions_in(code))
    if not all(LASTING.isdisjoint(one.co_code[::2]) for one in functions):
        return False
    names = {name for one in functions for name in names_in((*one.co_names, *one.co_consts))}
    names.update(name for name in names_in((*code.co_names, *code.co_consts)) if name not in TEXTS)
    hidden = {name for name in names if name.startswith("_") and name != "_"} - {one.co_name for one in functions}
    modules = {name for one in (code, *functions) for name in imported(one)}
    if hidden or any(name.startswith("__") for name in names) or not modules <= MODULES:
        return False
    if owner is not None and (modules or owner in names or not CLASSES.isdisjoint(names)):
        return False
    return REACHING.isdisjoint(names)


def imported(code):
    """The names of the modules that a piece of code imports; "" if there are too many names to decode."""
    for step, place in zip(code.co_code[::2], code.co_code[1::2]):
        if step == IMPORT:
            yield code.co_names[place] if len(code.co_names) < 256 else ""


def functions_in(code):
    """The code of all functions and classes in a piece of code."""
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            yield constant
            yield from functions_in(constant)


def names_in(parts):
    """The names and texts among constants, including those in tuples: of imports, patterns and named arguments."""
    for part in parts:
        if type(part) is str:
            yield part
        elif type(part) in (tuple, frozenset):
            yield from names_in(part)


# ---- loading --------------------------------------------------------------------------------------------------


def load(code, split):
    """Runs the program anew, and returns the names that it defines."""
    if split:
        names = {}
        exec(code, {}, names)
        return names
    module = types.ModuleType("program")
    module.__file__ = "/program.py"
    sys.modules["program"] = module
    exec(code, module.__dict__)
    return module.__dict__


def find(names, entry_point):
    """The function of a name, or the class and the name of its method; None if there is neither."""
    owner, dot, method = entry_point.rpartition(".")
    if not dot:
        entry = names.get(entry_point)
        return entry if callable(entry) else None
    owner = names.get(owner)
    return (owner, method) if isinstance(owner, type) and callable(getattr(owner, method, None)) else None


def defined(names):
    """A text on what the program defines, for the message that the entry point is missing."""
    found = []
    for name, value in names.items():
        if isinstance(name, str) and getattr(value, "__module__", None) in ("program", "builtins", None):
            if type(value) is types.FunctionType:
                found.append(str.__str__(name))
            elif isinstance(value, type):
                found.append("class " + str.__str__(name))
    return "it defines " + (", ".join(sorted(found))[:MESSAGE_LENGTH] or "no function")


def prepare(source, whole, clock):
    """Sets up what the program needs before it is loaded: a seed, a stopped clock, event loops without sockets.

    whole   the program or, for a harness, the arguments passed to it
    """
    if b"random" in source or b"statistics" in source or b"tempfile" in source:
        random.seed()
    if "numpy" in sys.modules:  # imported before the first fork, so that all children would draw the same numbers
        sys.modules["numpy"].random.seed()
    if clock is not None:
        stop_clock(float(clock))
    if b"asyncio" in whole:
        quieten_loops()


modified, object_of = ctypes.pythonapi.PyType_Modified, ctypes.py_object
modified(object_of(datetime.date))  # once before the first fork, so that no child has to make what ctypes needs for it


def stop_clock(seconds):
    """Makes calendar time stand at `seconds` since 1970, UTC. Durations (monotonic, perf_counter) go on."""
    date, moment = datetime.date, datetime.datetime

    def now(cls, tz=None):
        return cls.fromtimestamp(seconds, tz)

    def utcnow(cls):
        return cls.fromtimestamp(seconds, datetime.timezone.utc).replace(tzinfo=None)

    def today(cls):
        return cls.fromtimestamp(seconds)

    # Changes the classes themselves, which are written in C, since a replacement would be another type.
    for owner, methods in (date, {"today": today}), (moment, {"now": now, "utcnow": utcnow, "today": today}):
        for name, method in methods.items():
            gc.get_referents(vars(owner))[0][name] = classmethod(method)
        modified(object_of(owner))
    time.time = lambda: seconds
    time.time_ns = lambda: int(seconds * 1_000_000_000)
    for name in ("localtime", "gmtime", "ctime"):
        real = getattr(time, name)
        setattr(time, name, lambda at=None, real=real: real(seconds if at is None else at))
    for name, now in ("clock_gettime", seconds), ("clock_gettime_ns", int(seconds * 1_000_000_000)):
        real = getattr(time, name)
        setattr(time, name, lambda clock, real=real, now=now: now if clock == time.CLOCK_REALTIME else real(clock))
    text_of, line_of, local = time.strftime, time.asctime, time.localtime
    time.strftime = lambda form, at=None: text_of(form, local() if at is None else at)
    time.asctime = lambda at=None: line_of(local() if at is None else at)


def seed_generators(seed, numpy_named):
    """Seeds Python's generator, and numpy's, even if the program imports numpy only during the call."""
    random.seed(seed)
    if numpy_named or "numpy" in sys.modules:
        try:
            import numpy
        except ImportError:
            return
        numpy.random.seed(seed % (1 << 32))
