class Reader:
    """Gives tokens their values in a call, and remembers which were read, in which order."""

    def __init__(self, attributes):
        self.attributes = {one.name: one for one in attributes}
        self.tokens = {name: Token(name, self) for name in self.attributes}
        self.start({})

    def start(self, wanted):
        """`wanted`: the place of the value to give to an attribute that is read; the first one where there is none."""
        self.wanted, self.path, self.held = wanted, {}, {}

    def read(self, name):
        if name not in self.path:
            at = self.path[name] = self.wanted.get(name, 0)
            self.held[name] = own_copy(self.attributes[name].values[at])
        return self.held[name]


def own_copy(value):
    """A value of its own for every call, which may change it."""
    return value if type(value) in (str, int, float, bool, type(None)) else copy.deepcopy(value)


# Calls that meet a limit, after which the search ends: each takes its time.
MOST_LIMITS = 3


class Search:
    """Calls a program with all combinations of values of those attributes that it reads.

    Each call yields a leaf: which values were read, in order, and what came of it. Leaves of one seed differ in the
    value of an attribute that all of them read before, so that they are a tree.
    """

    def __init__(self, caller, program, attributes, watch):
        self.caller, self.program, self.watch = caller, program, watch
        self.attributes, self.reader = {one.name: one for one in attributes}, Reader(attributes)
        self.leaves, self.known, self.nodes = [], {}, {}
        self.diverged, self.differing, self.limits = False, set(), 0

    def run(self, wanted, expected=()):
        """One leaf; `expected` are the attributes that must be read first."""
        self.reader.start(wanted)
        self.watch.lefts.clear()
        outcome = self.caller.call(self.program, self.reader.tokens)
        path = tuple(self.reader.path.items())
        if tuple(name for name, _ in path[: len(expected)]) != tuple(expected):
            self.diverged = True
        if outcome[0] == "limit":
            self.limits += 1
        if path not in self.known:
            self.known[path] = outcome
            self.leaves.append((path, outcome))
            for at, (name, _) in enumerate(path):
                self.nodes.setdefault(path[:at], name)
        return path

    def alternatives(self, path, since, among):
        """Beginnings of paths that this one leaves untried from a place on, with values that `among` selects."""
        for at in range(since, len(path)):
            name, tried = path[at]
            for place in among(self.attributes[name]):
                if place != tried:
                    yield path[:at] + ((name, place),)

    def exhaust(self, stack, among, most, seconds):
        """Tries beginnings of paths, and all that they lead to; those that are left, once a limit is met."""
        before = self.caller.made
        while stack and self.goes_on(before, most, seconds):
            beginning = stack.pop()
            path = self.run(dict(beginning), [name for name, _ in beginning])
            if self.diverged:
                return stack
            stack.extend(self.alternatives(path, len(beginning), among))
        return stack

    def goes_on(self, before, most, seconds):
        return self.caller.made - before < most and self.caller.spent() < seconds and self.limits < MOST_LIMITS

    def sample(self, random_places, most, seconds):
        """Varies one attribute at a time around people drawn at random."""
        before = self.caller.made
        while self.goes_on(before, most, seconds) and not self.diverged:
            base = random_places()  # which look at the outcomes so far
            path = self.run(base)
            for name, tried in path:
                for place in given(self.attributes[name]):
                    if place != tried:
                        other = self.run({**base, name: place})
                        if name not in self.differing and not same(self.known[path], self.known[other]):
                            self.differing.add(name)

    def outcome_of(self, person):
        """What became of a person, by the leaf; None if there is none yet."""
        path = ()
        while path in self.nodes:
            name = self.nodes[path]
            path += ((name, person[name]),)
        return self.known.get(path)

    def unusual(self):
        """Paths of the outcomes that are not the most frequent one, one each, as far as they are of plain types."""
        found = {}
        for path, (kind, value) in self.leaves:
            plain = type(value) in (str, int, float, bool, type(None))
            found.setdefault((kind, value if plain else type(value).__name__), []).append(path)
        most = max(map(len, found.values()))
        return [paths[-1] for paths in found.values() if len(paths) < most]

    def undecided(self):
        """Whether some attribute was read of which no difference was seen yet, as far as people were drawn."""
        return not set(self.nodes.values()) <= self.differing


def given(attribute):
    return [at for at, is_given in enumerate(attribute.given) if is_given]


def everything(attribute):
    return range(len(attribute.values))
