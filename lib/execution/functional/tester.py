# The positions on their ladders, from 0 to 1, at which the other fields are kept while one is varied.
CONTEXTS = (0.0, 0.5, 1.0)
CHAIN = (0.0, 0.25, 0.5, 0.75, 1.0)


def examine(source, function, owner, fields, texts):
    """Examines a function with people who differ; returns a dict, see functional_test.ts.

    fields  for each: its names, whether more is better, ladders as (convention, values from the worst), see ladders_of
    texts   fillers of names; families of words; ranks of words
    """
    try:
        tree = ast.parse(source)
        tested = Tested(tree, function, owner)
    except NotLoaded as why:
        return stopped("not-loaded", str(why))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return stopped("not-loaded", type(error).__name__)
    try:
        return Examination(tree, tested, fields, *texts).answer()
    except NotSaid as what:
        return stopped("asks-more", str(what))


def stopped(end, about):
    return {"kind": "stopped", "end": end, "about": about}


class NotLoaded(Exception):
    pass


class Tested:
    """A function that can be called with people."""

    def __init__(self, tree, function, owner):
        self.names, self.function, self.owner = {"__name__": "tested"}, function, owner
        try:
            exec(compile(tree, "<tested>", "exec"), self.names)
        except BaseException as error:
            raise NotLoaded(type(error).__name__) from None
        holder = self.names if owner is None else vars(self.names.get(owner, object))
        if not callable(getattr(holder.get(function), "__func__", holder.get(function))):
            raise NotLoaded(f"it has no function {function}")

    def call(self, fields, values, log):
        person = Person(fields, values, log)
        if self.owner is None:
            called = self.names[self.function]
        else:
            called = getattr(self._subject(person, fields, values), self.function)
        args, named = arguments(called, person, fields, values)
        return called(*args, **named)

    def _subject(self, person, fields, values):
        """An instance of the class that also has the fields of the person."""
        owner = self.names[self.owner]
        made = type(owner.__name__, (owner,), {"__getattr__": lambda self, name: getattr(person, name)})
        try:
            args, named = arguments(made, person, fields, values) if made.__init__ is not object.__init__ else ([], {})
            return made(*args, **named)
        except Exception:
            return object.__new__(made)


# The result of a call: a number, or the reason why there is none.
Run = collections.namedtuple("Run", "score why kind field", defaults=[None] * 4)


class Examination:
    def __init__(self, tree, tested, fields, fillers, families, ranks):
        self.tested = tested
        self.fields = Fields([names for names, _, _ in fields], fillers)
        self.rises = [rises for _, rises, _ in fields]
        self.read = set()
        beside, everything = own_words(tree, self.fields)
        self.ladders = [
            ladders_of(given, rises, own, everything, families, ranks) for (_, rises, given), own in zip(fields, beside)
        ]
        self.chosen = [0] * len(fields)

    # ---- calls ----

    def value(self, at, level):
        values = self.ladders[at][self.chosen[at]].values
        return values[round(level * (len(values) - 1))]

    def people(self, level):
        return [self.value(at, level) for at in range(len(self.chosen))]

    def run(self, values):
        log = Log()
        try:
            found = self.tested.call(self.fields, values, log)
        except NotSaid:
            raise
        except RecursionError:
            return Run(why="RecursionError", kind="raises")
        except BaseException as error:
            if type(error) in (MemoryError, SystemExit, KeyboardInterrupt):
                raise
            if log.unknown is not None and isinstance(error, (AttributeError, KeyError)):
                return Run(why=log.unknown, kind="unknown-field")
            return Run(why=type(error).__name__, kind="raises", field=log.read[-1] if log.read else None)
        finally:
            self.read.update(log.read)
        is_number = isinstance(found, (numbers.Real, decimal.Decimal)) and not isinstance(found, bool)
        if not is_number or not math.isfinite(found):
            return Run(why=str(found) if is_number else type(found).__name__, kind="no-number")
        return Run(score=float(found))

    # ---- the conventions of this function ----

    def answer(self):
        trouble = self.settle()
        if trouble is None:
            falling = self.climb()
            falling = self.climb()  # again, with the conventions chosen for the other fields
            chain = [self.run(self.people(level)) for level in CHAIN]
            trouble = next((one for one in chain if one.score is None), None)
        if trouble is not None:
            field = {} if trouble.field is None else {"field": self.fields.names[trouble.field]}
            return {**stopped(trouble.kind, trouble.why), **field}
        again = [self.run(self.people(level)).score for level in CHAIN]
        return {
            "kind": "scores",
            "chain": [one.score for one in chain],
            "steady": again == [one.score for one in chain],
            "fields": [self.described(at, falling.get(at)) for at in range(len(self.chosen))],
        }

    def described(self, at, falls):
        name = self.ladders[at][self.chosen[at]].convention
        return {"name": self.fields.names[at], "read": at in self.read, "convention": name, **({"falls": falls} if falls else {})}

    def settle(self):
        """Chooses for each field a convention with which no exception is raised; returns the failed run if there is none."""
        untouched = list(self.chosen)
        for _ in range(sum(map(len, self.ladders)) + 1):
            trouble = next((one for one in (self.run(self.people(level)) for level in CONTEXTS) if one.kind not in (None, "no-number")), None)
            if trouble is None:
                return None
            at = trouble.field
            if trouble.kind != "raises" or at is None or self.chosen[at] + 1 >= len(self.ladders[at]):
                self.chosen = untouched
                return trouble
            self.chosen[at] += 1
        return trouble

    def climb(self):
        """Chooses for each rising field the convention with the largest effect; returns where the score falls with it."""
        falling = {}
        for at in range(len(self.chosen)):
            if not self.rises[at] or at not in self.read:
                continue
            before, found = self.chosen[at], []
            for index, ladder in enumerate(self.ladders[at]):
                self.chosen[at] = index
                scores = [self.rungs(at, level, ladder.values) for level in CONTEXTS]
                if None in scores:
                    continue
                difference = max(max(one) - min(one) for one in scores)
                fall = fall_of(ladder.values, scores)
                if difference > 0 and (fall is None or ladder.counts):
                    found.append((round(difference, 9), fall is None, -index, fall))
            _, _, index, fall = max(found, key=lambda one: one[:3], default=(0, True, -before, None))
            self.chosen[at] = -index
            if fall is not None:
                falling[at] = fall
        return falling

    def rungs(self, at, level, values):
        """The scores along the ladder of a field, with the other fields fixed; None if a call gives no score."""
        people, scores = self.people(level), []
        for value in values:
            people[at] = value
            score = self.run(people).score
            if score is None:
                return None
            scores.append(score)
        return scores


def fall_of(values, scores):
    """Two neighbouring values of which the better one has the lower score; None if there are none."""
    for one in scores:
        for rung in range(len(one) - 1):
            if one[rung + 1] < one[rung] - 1e-9:
                pair = slice(rung, rung + 2)
                return {"values": [*map(shown, values[pair])], "scores": one[pair]}
    return None


def shown(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
