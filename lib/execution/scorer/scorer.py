MISSING = "\x00nobody"

# The maximum numbers of places whose conditions are flipped, of flips of each size, and of flips of conditions met later.
MOST_PLACES, MOST_PAIRS, MOST_DEEPER = 40, 60, 100


def score(source, function, owner, attributes):
    """Scores a function for each attribute; returns a list of dicts, see score.ts.

    `attributes`: for each, the names of its fields, its groups as (group, texts, number), in rising order if there is
    an order, and whether they rise.
    """
    if "numpy" in source:  # imported before the first run, so that its generator is seeded in all runs
        with contextlib.suppress(ImportError):
            importlib.import_module("numpy")
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [{"reason": f"broken: {type(error).__name__}"} for _ in attributes]
    try:
        reading = Reading(tree, function, owner)
    except (CannotSay, RecursionError) as why:
        return [{"reason": words_of(why)} for _ in attributes]
    return [of_attribute(source, reading, function, owner, *one) for one in attributes]


def unused(groups, named):
    """The answer if the attribute makes no difference; `named`: whether the code names the attribute."""
    return {"named": named, "uses": False, "scores": {group: 0.0 for group, _, _ in groups}, "others": []}


def words_of(why):
    return "it nests too deep" if isinstance(why, RecursionError) else str(why)


def of_attribute(source, whole, function, owner, names, groups, rises):
    carrier = Carrier(names)
    try:
        reading = whole.by(carrier)
        if not reading.may_read():
            return unused(groups, False)
        remover = Remover(carrier, function)
        without = remover.without(ast.parse(source))
        scored = Scored(source, function, owner, carrier, remover, without, groups, rises)
        found = Checked(scored, scored.conclude(), reading).told()
        if not found.get("uses") and reads_handed_names(reading.tree, function, owner):
            return {"reason": "it reads fields whose names it is handed"}
        return found
    except (CannotSay, RecursionError) as why:
        return {"reason": words_of(why)}


# The result of one call: an amount, or the reason why there is none.
Run = collections.namedtuple("Run", "amount why", defaults=[None, None])


class Scored:
    def __init__(self, source, function, owner, carrier, remover, without, groups, rises):
        original = ast.parse(source)
        told = told_by(original, remover.removed)
        self.texts, self.all_texts = texts_in([*remover.removed, *told]), texts_in([original])
        self.source, self.groups, self.rises, self.remover = source, groups, rises, remover
        self.seen, self.told_of = Seen(), []  # contexts in which the function was called
        self.program = Program(original, function, owner, carrier)
        self.plain = Program(without, function, owner, carrier)
        self.numbers, self.points = numbers_compared(remover.removed, remover.is_sensitive), None
        self.met = set()  # see Value
        self.named = bool(remover.lines)
        self.computes = self.shows = self.is_by_others = False
        taken = [number for _, _, number in groups]
        self.held = {name: value for name, value in values_named(remover.removed, told).items() if value not in taken}

    # Values

    def values(self):
        """(kind, name, value): the spellings of each group in the code, unlisted texts, and a text that is not in the code."""
        by_text = {plain(text): group for group, texts, _ in self.groups for text in (group, *texts)}
        found = []
        for group, _, number in self.groups:
            named, anywhere = ([text for text in texts if by_text.get(plain(text)) == group] for texts in (self.texts, self.all_texts))
            spelled = named or anywhere
            spelled.sort(key=lambda text: plain(text) != plain(group))
            found += [("group", group, Value(text, number, self.met)) for text in spelled or [group]]
        unlisted = [text for text in self.texts if plain(text) not in by_text]
        found += [("other", text, Value(text)) for text in unlisted if not self.program.carrier.carries(text)]
        found.append(("nobody", MISSING, Value(MISSING)))
        return found

    def levels(self):
        """The same for levels that are numbers: one below, between and above the numbers with which they are compared."""
        if any(number is not None for _, _, number in self.groups):
            return [("group", group, number) for group, _, number in self.groups if self.named]
        if self.points is None:
            self.points = self.points_of_levels() if self.rises else []
        groups, points = [group for group, _, _ in self.groups], self.points
        if not points or len(points) == len(groups):
            return [("group", group, point) for group, point in zip(groups, points)]
        ends = [("group", groups[0], points[0]), ("group", groups[-1], points[-1])]
        return ends + [("other", f"{point:g}", point) for point in points[1:-1]]

    # Numbers of different sizes, and ages, with which it is found out where amounts change; the most levels of numbers.
    SIZES = [first * 10**power for power in range(-1, 7) for first in range(1, 10)]
    AGES = range(16, 100)
    MOST_LEVELS = 12

    def points_of_levels(self):
        """One number of each level: below, between and above the numbers in the code, or as amounts tell, which may be computed."""
        known = self.numbers
        span = max(1, known[-1] - known[0]) if known else 0
        between = [(one + other) / 2 for one, other in itertools.pairwise(known)]
        points = [known[0] - span, *between, known[-1] + span] if known else []
        rows = self.rows({*self.SIZES, *points})
        is_finer = max(1, len(self.rows(points))) < len(rows) <= self.MOST_LEVELS and all(len(row) > 1 for row in rows)
        return [row[len(row) // 2] for row in rows] if is_finer else points

    def rows(self, numbers):
        """Numbers in rising order, in a list for each row of them with the same amounts."""
        amounts = lambda number: [self.run(self.program, Context(usual), number).amount for usual in (False, True)]
        return [[*row] for _, row in itertools.groupby(sorted(numbers), amounts)]

    def others(self):
        """The numbers and truth values that the code names and no group has, beside the numbers that groups have; other ages."""
        known = [("group", group, number) for group, _, number in self.groups if number is not None]
        held = dict(self.held)
        if known:
            tried = {number for _, _, number in known}.union(filter(is_number, held.values()))
            rows = self.rows({*self.AGES, *tried})
            few = rows if len(rows) <= self.MOST_LEVELS else []
            held.update({str(row[len(row) // 2]): row[len(row) // 2] for row in few if tried.isdisjoint(row)})
        held.update({"True": True, "False": False} if self.is_truth() else {})
        return known + [("other", name, value) for name, value in held.items()] if held else []

    def is_truth(self):
        """Whether calls only test the attribute for truth, and a field that carries it is named for that: insured, has_insurance."""
        texts = {plain(text) for group, texts, _ in self.groups for text in (group, *texts)}
        names = [*(steps[-1] for steps in self.seen.carried), *filter(self.program.carrier.carries, self.program.parameters)]
        is_named = any(name.startswith(("has_", "is_")) or plain(name) in texts for name in names)
        return is_named and self.met == {bool}

    # Runs

    def run(self, program, context, value):
        seed_chance()
        try:
            return Run(program.score(context, value))
        except CannotSay as why:
            if "the attribute" in str(why):
                self.computes = True
            return Run(why=str(why))
        except RecursionError:
            return Run(why="it calls itself without end")
        except Exception as error:
            return Run(why=f"it raises {type(error).__name__}")

    def differences(self, values, context_of):
        """The amount that each value adds; None if there is no score without the attribute."""
        without = self.run(self.plain, context_of(), None)
        if without.amount is None:
            return without, None
        runs = [(kind, name, value, self.run(self.program, context_of(), value)) for kind, name, value in values]
        return without, [
            (kind, name, value, None if one.amount is None else round(one.amount - without.amount, 9), one.why)
            for kind, name, value, one in runs
        ]

    def contexts(self):
        """Contexts in which no condition holds, or all; with one or two flipped; with others that are only met then."""
        asked, met, deeper = [], set(), []

        def turned(usual, flipped):
            context = Context(usual, seen=self.seen)
            yield usual, flipped, context
            new = [place for place in context.places if (usual, place) not in met]
            met.update((usual, place) for place in new)
            deeper.extend((usual, flipped | {place}) for place in new)

        for usual in (False, True):
            context = Context(usual, seen=self.seen)
            yield usual, frozenset(), context
            asked.append((usual, list(context.places)[:MOST_PLACES]))
            met.update((usual, place) for place in context.places)
        if not self.named:
            return
        for size in (1, 2):
            for usual, places in asked:
                for flipped in itertools.islice(itertools.combinations(places, size), MOST_PAIRS):
                    yield from turned(usual, frozenset(flipped))
        for usual, flipped in itertools.islice(deeper, MOST_DEEPER):  # the list grows meanwhile
            yield from turned(usual, flipped)

    def conclude(self):
        best = why = None
        made = (
            (make, make()) for make in (self.values, self.levels, self.others)
            if make != self.others or not (self.shows or self.computes and not self.levels())
        )
        tried = ((make, values, *one) for make, values in made if values for one in self.contexts())
        for make, values, usual, flipped, context in tried:
            def context_of():
                made = Context(usual, flipped, seen=self.seen)
                made.places = context.places
                self.told_of.append(made)
                return made

            without, found = self.differences(values, context_of)
            if found is None:
                why = why or without.why
                continue
            failed = next((one[4] for one in found if one[0] == "group" and one[3] is None), None)
            why = why or failed
            shows = any(one[3] for one in found) and not (make == self.values and self.is_truth())
            # The first of equally good contexts: a difference is better than none, then scores for all groups.
            rank = (shows, failed is None)
            if best is None or rank > best[0]:
                best = rank, usual, flipped, found
                self.shows, self.is_by_others = shows, make == self.others
            if best[0] == (True, True):
                break
        if best is None:
            return {"reason": why or "it cannot be called", "named": self.named, "uses": self.computes}
        (shows, whole), usual, flipped, found = best
        if not shows and not whole:
            return {"reason": why, "named": self.named, "uses": self.computes}
        kept, why = self.settled(usual, flipped, found, why if not whole else None)
        return self.told(usual, flipped, found, kept, why)

    # Another amount for unknown facts about a person, and the difference of results that is then tolerated.
    OTHER_MUCH, NEAR = 7, 1e-6

    def settled(self, usual, flipped, found, why):
        """Drops scores that change with the amount of unknown facts about the person, e.g. because of a factor."""
        if not usual:
            return found, why
        _, again = self.differences([one[:3] for one in found], lambda: Context(usual, flipped, self.OTHER_MUCH))
        if again is None:
            return found, why
        steady = [one[3] is None or other[3] is None or abs(one[3] - other[3]) < self.NEAR for one, other in zip(found, again)]
        if all(steady):
            return found, why
        kept = [one if is_steady else (*one[:3], None, "") for one, is_steady in zip(found, steady)]
        return kept, why or "what it adds depends on what else is known of a person"

    def told(self, usual, flipped, found, kept, why):
        nobody = next((one[3] for one in found if one[0] == "nobody"), None)
        scores = {}
        for kind, group, _, amount, _ in kept:
            if kind == "group" and (group not in scores or amount and not scores[group]):
                scores[group] = amount
        for group, _, _ in self.groups:
            scores.setdefault(group, None)
        others = [[name, amount] for kind, name, _, amount, _ in kept
                  if kind == "other" and amount and amount != nobody]
        uses = any(one[3] for one in found)
        found_out = {"named": self.named, "uses": uses, "scores": scores, "others": others}
        missing = [group for group, amount in scores.items() if amount is None]
        if missing:
            found_out["reason"] = why or f"its levels are numbers or truth values, of which none is known for {', '.join(missing)}"
        if uses:
            found_out["witness"] = self.witness(usual, flipped, found)
        return found_out

    def witness(self, usual, flipped, found):
        """Two people who differ only in the attribute, with the highest and lowest score, and where their calls diverge."""
        scored = [one for one in found if one[3] is not None and one[0] != "nobody"] or [
            one for one in found if one[3] is not None]
        most, least = max(scored, key=lambda one: one[3]), min(scored, key=lambda one: one[3])
        steps = [self.trace(usual, flipped, one[2]) for one in (most, least)]
        line = next((before for before, one, other in zip([None, *steps[0]], *steps) if one != other), None)
        if line is None and len(steps[0]) != len(steps[1]):
            line = min(steps, key=len)[-1] if min(map(len, steps)) else None
        if line is None or line not in self.remover.lines:
            line = next((one for one in steps[0] if one in self.remover.lines), line)
        return {
            "values": [{"value": str(one[1]), "score": one[3]} for one in (most, least)],
            "line": line,
            "context": {"hold": usual, "except": sorted({place[0] for place in flipped})},
        }

    def trace(self, usual, flipped, value):
        lines = []

        def tracer(frame, event, argument):
            if frame.f_code.co_filename != "<scored>":
                return None
            if event == "line" and len(lines) < 5000 and frame.f_code.co_name != "<module>":
                lines.append(frame.f_lineno)
            return tracer

        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            self.run(self.program, Context(usual, flipped), value)
        finally:
            sys.settrace(before)
        return lines
