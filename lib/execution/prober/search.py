# The number of calls that meet a limit after which the search ends, since each takes long.
MOST_LIMITS = 3

# The maximum number of calls for comparing a person with people of other values, one attribute at a time.
MOST_COMPARED_WITH = 300

# The number of calls after which the search checks whether trying all branches would take too many.
FIRST_TRIED = 64


class Search:
    """Calls a program until every question is answered in every way.

    Each call yields a leaf: the branch that the person reaches, with the outcome.
    """

    def __init__(self, caller, program, attributes):
        self.caller, self.program = caller, program
        self.attributes, self.reader = {one.name: one for one in attributes}, Reader(attributes)
        self.leaves, self.diverged, self.differing, self.limits = [], False, set(), 0
        self.outgrown = False  # whether the last search ended because there seemed to be too many leaves
        self.fared = {}  # by outcome, as far as it is of a plain type: the number of leaves, and the last one

    def run(self, person):
        """The leaf of a person given by places of values; None if the program does not repeat its earlier questions."""
        reader = self.reader
        reader.start(person)
        outcome = self.caller.call(self.program, reader.tokens)
        leaf = reader.at
        if outcome[0] == "limit":
            self.limits += 1
        if reader.diverged or type(leaf.below) is Question:
            self.diverged = True
            return None
        if leaf.below is None:
            leaf.below = outcome
            self.leaves.append(leaf)
            kind = outcome[0], outcome[1] if type(outcome[1]) in SCALARS else type(outcome[1]).__name__
            self.fared[kind] = self.fared.get(kind, (0,))[0] + 1, leaf
        return leaf

    def exhaust(self, among, most, seconds, leaves=math.inf):
        """Tries branches with a value selected by `among`, and all that follow from them, until a limit is met.

        One limit is the expected number of leaves. Returns whether all branches were tried.
        """
        before, pending, left, self.outgrown = self.caller.made, self.reader.pending, [], False
        if self.reader.root.below is None:
            pending.append(self.reader.root)
        while pending and not self.diverged and self.goes_on(before, most, seconds):
            if self.caller.made - before == FIRST_TRIED and self.expected_leaves() > leaves:
                self.outgrown = True
                break
            branch = pending.pop()
            if branch.below is None:
                person = self.person_of(branch, among)
                left.append(branch) if person is None else self.run(person)
        done = not any(branch.below is None and self.person_of(branch, among) is not None for branch in pending)
        pending[:0] = left
        return done

    def expected_leaves(self):
        """The estimated number of leaves of given values: untried branches count like the tried ones of their question."""
        branches, sizes = [self.reader.root], {}
        for branch in branches:
            branches += self.tried(branch)
        for branch in reversed(branches):
            known = [sizes[id(one)] for one in self.tried(branch)]
            sizes[id(branch)] = sum(known) / len(known) * self.given_branches(branch.below) if known else 1
        return sizes[id(self.reader.root)]

    def tried(self, branch):
        """The tried branches that directly follow from a branch."""
        question = branch.below
        return [one for one in question.branches.values() if one.below is not None] if type(question) is Question else []

    def given_branches(self, question):
        """The number of branches of a question to which given values lead."""
        return sum(1 for one in question.branches.values() if given(self.attributes[question.name], one.places))

    def person_of(self, branch, among):
        """A person who reaches a branch, preferably with given values; None if `among` selects no value."""
        person = {}
        for name, places in branch.box().items():
            is_given = self.attributes[name].given
            for place in places:
                if is_given[place]:
                    break
            else:
                place = next(iter(among(self.attributes[name], places)), None)
                if place is None:
                    return None
            person[name] = place
        return person

    def goes_on(self, before, most, seconds):
        return self.caller.made - before < most and self.caller.spent() < seconds and self.limits < MOST_LIMITS

    def leaf_of(self, person):
        """The leaf of a person; the program is called if the leaf is not known."""
        leaf = self.reader.found(person)
        return leaf if leaf is not None and leaf.below is not None else self.run(person)

    def two_unlike(self):
        """A person, and a person with another outcome, if there are such people."""
        unlike = [leaf for leaf in self.leaves if not same(leaf.below, self.leaves[0].below)]
        people = [self.person_of(leaf, given) for leaf in (*self.leaves[:1], *unlike[:1])]
        return [person for person in people if person is not None]

    def fare_alike(self, person, name, places):
        """Whether none of these values of an attribute is known to change the outcome of a person."""
        known = [one for place in places if (one := self.outcome_of({**person, name: place}))]
        return all(same(known[0], one) for one in known)

    def try_words(self, name, words, people):
        """Calls people with added words, since not all people may be called."""
        values = self.attributes[name].values
        for person in people:
            for word in words:
                if word in values and not self.diverged:
                    self.leaf_of({**person, name: values.index(word)})

    def vary(self, people, names, most, seconds):
        """Varies one attribute of people at a time, until each of `names` has made a difference."""
        before = self.caller.made
        for base in people:
            leaf = self.leaf_of(base)
            for name, places in leaf.box().items() if leaf else ():
                for place in given(self.attributes[name]):
                    if place in places or name in self.differing:
                        continue
                    if self.diverged or not self.goes_on(before, most, seconds):
                        return
                    other = self.leaf_of({**base, name: place})
                    if other and not same(leaf.below, other.below):
                        self.differing.add(name)
            if not self.undecided(names):
                return

    def compare(self, somebody, names, most, seconds):
        """Compares random people who differ in all attributes that made no difference yet, until each of `names` made one."""
        before = self.caller.made
        for _ in range(most):
            left = sorted((self.reader.asked | names) - self.differing)
            if not left or self.diverged or not self.goes_on(before, most, seconds):
                return
            person, another = somebody(), somebody()
            steps = [{**person, **{name: another[name] for name in left[:many]}} for many in range(len(left) + 1)]
            one, other = self.leaf_of(steps[0]), self.leaf_of(steps[-1])
            if one and other and not same(one.below, other.below):
                self.vary(steps, names, most, seconds)

    def each_changes_number(self, person, names, seconds):
        """Whether each of `names` by itself changes the number that a person gets, so that nothing is left to find out.

        All values are compared. A number that is a value of the attribute does not count, as it may only be this value.
        """
        leaf, before, changing = self.leaf_of(person), self.caller.made, set()
        if not is_number(leaf) or not names <= leaf.box().keys():
            return False
        for name in names:
            attribute = self.attributes[name]
            for place in given(attribute):
                if self.diverged or not self.goes_on(before, MOST_COMPARED_WITH, seconds):
                    return False
                other = self.leaf_of({**person, name: place})
                if is_number(other) and not same(other.below, leaf.below) and other.below[1] not in attribute.values:
                    changing.add(name)
        return changing == names

    def outcome_of(self, person):
        """The known outcome of a person; None if there is none yet."""
        leaf = self.reader.found(person)
        return leaf and leaf.below

    def unusual(self):
        """One leaf for each outcome except the most frequent one; only of the first outcomes, if there are many."""
        some = list(itertools.islice(self.fared.values(), FIRST_TRIED))
        most = max(many for many, _ in some)
        return [leaf for many, leaf in some if many < most]

    def undecided(self, names):
        """Whether any attribute that was asked for, or is in `names`, has not made a difference yet."""
        return not self.reader.asked | names <= self.differing


def is_number(leaf):
    """Whether the outcome of a leaf is a number."""
    return leaf is not None and leaf.below[0] == "returned" and type(leaf.below[1]) in (int, float)


def given(attribute, places=None):
    return [at for at in (range(len(attribute.values)) if places is None else places) if attribute.given[at]]


def everything(attribute, places):
    return places
