class Stopped(BaseException):
    """Ends a call that took too long, or that did not repeat its questions."""


class Program:
    """A program, which is loaded anew for every call unless calls cannot leave any state."""

    def __init__(self, code, shape, anew, made=None):
        """`made` is the class that was made for a method without one; then the code lacks this class."""
        self.code, self.shape, self.anew, self.made = code, shape, anew, made
        self.names = None if anew else self.load()

    def load(self):
        names = load(self.code)
        if self.made is not None:
            # A subclass acts like the class itself, which would take longer to make than most calls.
            entry, owner = self.shape.entry, self.shape.owner
            names[owner] = type(owner, (self.made,), {entry: names[entry], "__module__": "program"})
        return names

    def call(self, values):
        """The outcome of a call: ("returned", value), ("iterated", class and items), ("raised", type) or ("limit", reason)."""
        names = self.load() if self.anew else self.names
        try:
            value = self.shape.call(names, values)
            if type(value) not in SCALARS:
                value = finished(value)
                if is_own_iterator(value):
                    items = zip(range(MOST_ITEMS), value)
                    return "iterated", (name_of(type(value)), [settled(item) for _, item in items])
                value = settled(value)
            if type(value) in (str, bytes) and len(value) > MOST_TEXT:
                return "limit", "it meets a limit: it returns a longer text than can be kept"
            return "returned", value
        except Stopped:
            raise
        except MemoryError:
            return "limit", "it needs too much memory"
        except BaseException as error:
            threads = type(error) is RuntimeError and str(error) == "can't start new thread"
            if threads or (type(error) is BlockingIOError and error.errno == 11):
                return "limit", "it starts threads or processes, which programs may not do"
            return "raised", name_of(type(error))


def load(code):
    module = types.ModuleType("program")
    module.__file__ = "/program.py"
    sys.modules["program"] = module
    exec(code, module.__dict__)
    return module.__dict__


def loadable(source, caller):
    """The source up to a failing statement, its code, its names, a remark on the omitted part, and that statement's lines.

    After its functions, a program may test itself, ask for input or start its work, all of which can fail here.
    """
    source = source.removeprefix("\ufeff")
    code = compile(source, "<program>", "exec", 0, True)
    try:
        return source, code, caller.limited(lambda: load(code)), None, None
    except BaseException as error:
        trace, line = error.__traceback__, None
        while trace is not None:
            if trace.tb_frame.f_code is code:
                line = trace.tb_lineno
            trace = trace.tb_next
        if line is None:
            raise
        why = "it takes too long to load" if type(error) is Stopped else "it raises " + name_of(type(error))
    for statement in ast.parse(source).body:
        first = min([statement.lineno, *[one.lineno for one in getattr(statement, "decorator_list", ())]])
        if first <= line <= statement.end_lineno:
            cut = [first, statement.end_lineno]
            source = "".join(line_of + "\n" for line_of in source.split("\n")[: first - 1])
    code = compile(source, "<program>", "exec", 0, True)
    names = caller.limited(lambda: load(code))
    return source, code, names, "%s in line %d, and was probed as it stands above" % (why, line), cut


def name_of(kind):
    name = getattr(kind, "__qualname__", "?")
    module = getattr(kind, "__module__", "?")
    return name if module == "builtins" else "%s.%s" % (module, name)


def finished(value):
    """The final value of a call; for a coroutine, its result."""
    if type(value) is not types.CoroutineType:
        return value
    loops = sys.modules.get(LOOPS)
    return stepped(value) if loops is None else run_in_loop(loops, value)


def is_own_iterator(value):
    """Whether a value is an iterator of Python's own, which a plain call records by its items."""
    kind = type(value)
    own = kind is types.GeneratorType or getattr(kind, "__module__", None) in ("builtins", "itertools")
    return own and isinstance(value, collections.abc.Iterator)


MOST_ITEMS = 100_000
MOST_TEXT = 1 << 22


# Not written as one word, since event loops are prepared for a program that contains it, which takes time.
LOOPS = "async" + "io"


def run_in_loop(loops, coroutine):
    """Runs a coroutine in an event loop without the sockets by which other threads wake it."""
    kind = sys.modules[LOOPS + ".selector_events"].BaseSelectorEventLoop
    kind._make_self_pipe = lambda self: setattr(self, "_csock", None)
    kind._close_self_pipe = lambda self: None
    return loops.run(coroutine)


def stepped(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as done:
        return done.value


class Alarms(Alarm):
    """An alarm for successive calls, most of which take less time than setting an alarm; the calls of a moment share it.

    This shortens the limit of a call by at most that moment. For a program with alarms of its own, each call has one.
    """

    def __init__(self, error, seconds, source):
        super().__init__(error)
        self.seconds, self.calling, self.moment = seconds, False, 0 if "signal" in source else 0.002
        self.set()

    def set(self):
        self.since, self.began, self.waited = self.clock(), self.computed(), self.waits()
        self.until = self.began + self.seconds
        signal.setitimer(signal.ITIMER_REAL, self.seconds, 0.05)

    def ring(self, number, frame):
        if self.calling:
            super().ring(number, frame)

    def limited(self, action):
        """The result of an action; raises the error if the action takes too long."""
        if self.clock() - self.since >= self.moment:
            self.set()
        self.late, self.calling, self.waited = False, True, self.waits()
        try:
            return action()
        finally:
            self.calling = False
            if not self.moment:
                signal.setitimer(signal.ITIMER_REAL, 0)

    def spent(self):
        """The processor time, which may be a moment old."""
        return self.began if self.clock() - self.since < self.moment else self.computed()


class Caller:
    """Makes calls with a time limit, each with the same seed and the same clock."""

    def __init__(self, seconds, seeded, source):
        self.seeded, self.seed = seeded, 0
        self.made, self.alarm = 0, Alarms(Stopped, seconds, source)
        self.limited, self.began = self.alarm.limited, self.alarm.began

    def spent(self):
        return self.alarm.spent() - self.began

    def call(self, program, values):
        self.made += 1
        if self.seeded:
            random.seed(self.seed)
            numpy = sys.modules.get("numpy")
            if numpy is not None:
                numpy.random.seed(self.seed)
        try:
            outcome = self.limited(lambda: program.call(values))
        except Stopped:
            outcome = "limit", "it takes too long"
        return ("limit", "it takes too long") if self.alarm.late else outcome


def same(one, other, depth=0):
    """Whether two outcomes of a program are the same, even if the program was loaded twice."""
    if type(one) is not type(other):
        if name_of(type(one)) != name_of(type(other)) or type(one).__module__ != "program":
            return False
    if depth > 50:
        return True
    if type(one).__module__ == "program":
        mine, others = fields_of(one), fields_of(other)
        if mine != others or not all(same(getattr(one, name), getattr(other, name), depth + 1) for name in mine):
            return False
    if isinstance(one, float):
        return one == other or (one != one and other != other)
    if isinstance(one, (str, bytes, int, type(None), complex)):
        return one == other
    if isinstance(one, dict):
        # Keys are compared in order, as equal calls fill a dict in the same order.
        return len(one) == len(other) and all(
            same(a, b, depth + 1) and same(one[a], other[b], depth + 1) for a, b in zip(one, other)
        )
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(same(a, b, depth + 1) for a, b in zip(one, other))
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(one, numpy.ndarray):
        return same(one.tolist(), other.tolist(), depth + 1)
    if isinstance(one, (set, frozenset)):
        try:
            return len(one) == len(other) and (one == other or sorted(map(repr, one)) == sorted(map(repr, other)))
        except Exception:
            return False
    if type(one).__module__ == "program":
        return True
    try:
        return bool(one == other) or type(one).__eq__ is object.__eq__
    except Exception:
        return True
