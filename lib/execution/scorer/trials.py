"""Calls the plain code with people who differ only in the attribute."""


class Disagreement(Exception):
    """The plain code and its watched copy have different results for the same person."""


class Stub:
    """A replacement for a name that is not defined anywhere."""

    def __call__(self, *given, **named):
        return 1

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class Trials:
    """Calls of the plain code and of a watched copy with real people who differ only in the attribute."""

    def __init__(self, source, program, people, families, whole):
        self.program, self.people = program, people
        self.take(families)
        self.beside = False  # whether other returned values than the score depend on the attribute
        self.failed = set()  # values without an amount for people who have one with other values
        self.source, self.whole = source, whole
        self.may_not_end = "while " in source
        self.plain = compiled(people.reading.tree)
        self.copy = None

    def watched_copy(self):
        if self.copy is None:
            tree = ast.parse(self.source)
            target = find_function(tree, self.program.function, self.program.owner)
            self.copy = compiled(ast.fix_missing_locations(Watch(tree, target, self.whole).visit(tree)))
        return self.copy

    def take(self, families):
        self.families, self.watched = families, [Watched(self.people.whole) for _ in families]

    def difference(self, choose, shape):
        """Two people with different amounts, each as (value, amount); None if there are none.

        `choose`: makes a chooser of the other fields of a person, with the same results each time.

        :raises Disagreement:
        """
        for family, watched in zip(self.families, self.watched):
            watched.begin()
            known = []
            for name, value in family:
                amount = self.amount(watched, choose, name, value, shape)
                if amount is not None:
                    known.append((name, amount))
                if not self.whole and known and abs(known[0][1] - known[-1][1]) > 1e-9:
                    break  # the difference is sufficient
            watched.end()
            watched.compared += len(known) > 1
            self.beside = self.beside or len({watched.returned.get(name) for name, _ in known}) > 1
            if known:
                self.failed.update({name for name, _ in family} - {name for name, _ in known})
                most, least = max(known, key=lambda one: one[1]), min(known, key=lambda one: one[1])
                if most[1] - least[1] > 1e-9:
                    return most, least
        return None

    def amount(self, watched, choose, name, value, shape):
        """The amount of a person; if nothing else is needed, only the plain code is called, if that gives an amount."""
        if self.whole or self.may_not_end:
            return self.compared(watched, choose, name, value, shape)
        number = amount_of(self.outcome(self.plain, {}, choose(), value, shape))
        return self.compared(watched, choose, name, value, shape) if number is None else number

    def compared(self, watched, choose, name, value, shape):
        watched.call(name)
        told = self.outcome(self.watched_copy(), watched.names(), choose(), value, shape)
        if told is None:
            return None
        again = self.outcome(self.plain, {}, choose(), value, shape)
        if repr(digest(told)) != repr(digest(again)):
            raise Disagreement
        watched.returned[name] = repr(list(numbers_in(told)))
        number = amount_of(told)
        return watched.amount if number is None else number

    def outcome(self, codes, names, choose, value, shape):
        """The value of a call; (Raised, name) for an exception of the call; None if the call cannot be made."""
        seed_chance()
        with contextlib.redirect_stdout(Nowhere()):
            return self.told(codes, names, choose, value, shape)

    def told(self, codes, names, choose, value, shape):
        names = {"__name__": "scored", **dict.fromkeys(self.program.unknown, Stub()), **names}
        try:
            load(codes, names, lambda _: Stub())
            value = value.found(names) if isinstance(value, Member) else value
            subject, given = self.people.given(names, choose, value, shape)
            call = (
                names[self.program.function] if subject is None else getattr(subject, self.program.function)
            )
            for name in [name for name in given if name == self.program.spread]:
                rest = given.pop(name)
                given.update(rest if isinstance(rest, dict) else vars(rest))
            args = [given.pop(name) for name in self.program.parameters if name in self.program.positional]
        except (Exception, CannotSay):
            return None  # such a person cannot be made
        try:
            return returned(call(*args, **given))
        except CannotSay:
            return None
        except Exception as error:
            return (Raised, type(error).__name__)


def numbers_in(value):
    """The numbers in the value of a call, including numbers in texts."""
    value = held_by(value)
    if isinstance(value, (dict, list, tuple, set)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(one)
    elif isinstance(value, bool) or amount_of(value) is not None:
        yield value


def compiled(tree):
    """The statements of a module, each with its code."""
    return [(one, compile(ast.Module([one], []), "<scored>", "exec")) for one in tree.body]


class Nowhere:
    """A stream that discards what code may print."""

    def write(self, text):
        return len(text)

    def flush(self):
        pass


class Raised:
    """A marker before the name of an exception."""
