"""Calls of the plain code with people who differ in the attribute alone."""


class Disagreement(Exception):
    """The plain code and its watched copy have different results for the same person."""


class Stub:
    """Something that the code names and nobody has."""

    def __call__(self, *given, **named):
        return 1

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class Trials:
    """Calls with real people who differ in the attribute alone, of the plain code and of a watched copy."""

    def __init__(self, source, program, people, families, whole):
        self.program, self.people = program, people
        self.take(families)
        self.beside = False  # whether what is returned beside the score differs for others
        self.failed = set()  # values that give no amount with people for whom other values do
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
        """Two people with different amounts, each as (value, amount); None where there are none.

        `choose`: makes what chooses the rest of a person, the same each time.

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
                    break  # nothing more has to be known
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
        """A person's amount; where only that is wanted, the plain code alone says it, if it can."""
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
        """What a call returns; (Raised, name) for an exception that it raises; None if it cannot be made."""
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
            return None  # there is no such person
        try:
            return returned(call(*args, **given))
        except CannotSay:
            return None
        except Exception as error:
            return (Raised, type(error).__name__)


def numbers_in(value):
    """The numbers in what a call returns, also those that texts spell."""
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
    """Where code may print."""

    def write(self, text):
        return len(text)

    def flush(self):
        pass


class Raised:
    """Stands before the name of an exception."""
