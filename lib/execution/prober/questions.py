class Question:
    """A question of a program about an attribute, after certain other questions and answers."""

    __slots__ = ("name", "made", "depth", "branches", "leads")

    def __init__(self, name, made, depth):
        """`made`: the functions that compute the answer from the value; None if the answer is the value itself.

        `depth`: the number of questions before it; `branches`: by answer; `leads`: the answer and the branch of each place.
        """
        self.name, self.made, self.depth, self.branches, self.leads = name, made, depth, {}, {}


class Branch:
    """The branch of an answer, which all values with this answer share."""

    __slots__ = ("above", "name", "places", "below")

    def __init__(self, above, name, places):
        """`above`: the branch in which the question is asked; `below`: the next question, an outcome, or None so far."""
        self.above, self.name, self.places, self.below = above, name, places, None

    def steps(self):
        """The branches of the path to this one, the last one first."""
        while self.above is not None:
            yield self
            self = self.above

    def box(self):
        """The places of the values that lead to this branch, by attribute, for the attributes that were asked for."""
        found, branch = {}, self
        while branch.above is not None:  # as steps(), in half its time
            found.setdefault(branch.name, branch.places)
            branch = branch.above
        return found


# Functions that only tell on which side of other numbers a number is.
COMPARING = frozenset(getattr(operator, name) for name in "lt le gt ge eq ne is_ is_not".split()) | {bool}

# The maximum number of different comparisons of a number, if others are to be tried next to all of them.
MOST_MET = 3

# The number of questions in one call after which values are read at the next question about them.
MOST_QUESTIONS = 2000


class Reader:
    """Answers the questions to tokens in a call, and keeps the tree of the questions of all calls.

    Values are given by their places; values with the same answers stay together until a question tells them apart. The
    next question in a call depends only on the answers so far, so that questions and answers form a tree.
    """

    def __init__(self, attributes):
        self.attributes = {one.name: one for one in attributes}
        self.tokens = {name: Token(name, self) for name in self.attributes}
        self.known = {one.name: len(one.values) for one in attributes}
        self.plain = {one.name for one in attributes if all(type(value) in SCALARS for value in one.values)}
        self.root, self.pending, self.asked = Branch(None, None, []), [], set()
        self.met = {one.name: set() for one in attributes}  # the comparisons of values; None for other computations
        self.start({})

    def start(self, person):
        """Begins a call. `person`: the place of the value of each attribute; 0 for attributes without a place."""
        self.person, self.at, self.diverged = person, self.root, False
        self.held, self.possible, self.told, self.count = {}, {}, set(), 0
        CLEAN.clear()

    def are_told_apart(self, name):
        """Whether questions about a range tell more of its numbers apart than are tried next to the compared values."""
        return None in self.met[name] or len(self.met[name]) > MOST_MET

    def value(self, name):
        return self.attributes[name].values[self.person.get(name, 0)]

    def read(self, name):
        """The value of an attribute, which is the same object throughout a call."""
        if name not in self.held:
            question, place = self.at.below, self.person.get(name, 0)
            lead = question.leads.get(place) if type(question) is Question and question.name == name else None
            if lead is not None and lead[0] == place:  # the most frequent case, and quicker than follow()
                self.at = lead[1]
                self.possible[name] = self.at.places
            else:
                self.follow(name, None)
            value = self.attributes[name].values[place]
            self.held[name] = value if type(value) in SCALARS else copy.deepcopy(value)
        return self.held[name]

    def ask(self, name, made):
        """The result of functions of the value, or their exception."""
        if self.count > MOST_QUESTIONS:
            self.read(name)
        if name not in self.held and not self.is_told(name, made):
            self.count += 1
            self.follow(name, made)
        return applied(made, self.value(name))

    def is_told(self, name, made):
        """Whether the same question was asked before in this call, e.g. in a loop."""
        kinds = tuple([kind_of(one) for _, before, after in made for one in before + after])
        asked = name, made, kinds  # equal constants of different types can lead to different exceptions
        if asked in self.told:
            return True
        if SCALARS.issuperset(kinds):
            self.told.add(asked)
        return False

    def places(self, name):
        """The places of the values that would have had the same answers in this call."""
        return self.possible.get(name) or range(self.known[name])

    def follow(self, name, made):
        """Moves to the branch of the answer."""
        question, place = self.at.below, self.person.get(name, 0)
        if question is None:
            question = self.at.below = self.new_question(name, made)
        if type(question) is Question and question.name == name:
            known = question.leads.get(place)
            if known is not None and known[0] == self.answered(name, made, place):
                self.at = known[1]
                self.possible[name] = self.at.places
                return
        self.diverged = True

    def answered(self, name, made, place):
        """A key that tells an answer from others."""
        if made is None:
            return place
        try:
            value = applied(made, self.attributes[name].values[place])
        except Exception as error:
            return "raised", type(error), repr(error.args)
        return type(value), repr(value) if type(value) is float else value

    def new_question(self, name, made):
        at = self.at
        question = Question(name, made, at.above.below.depth + 1 if at.above else 0)
        self.asked.add(name)
        self.met[name].add(made if made and all(function in COMPARING for function, _, _ in made) else None)
        if made is None:  # as with branch(), in half its time
            question.branches = {place: Branch(at, name, [place]) for place in self.places(name)}
            question.leads = {place: (place, branch) for place, branch in question.branches.items()}
            self.pending += question.branches.values()
            return question
        for place in self.places(name):
            self.branch(question, place).places.append(place)
        return question

    def branch(self, question, place):
        """The branch of a value; if there is none, it is created and marked as untried."""
        answer = self.answered(question.name, question.made, place)
        branch = question.branches.get(answer)
        if branch is None:
            branch = question.branches[answer] = Branch(self.at, question.name, [])
            self.pending.append(branch)
        question.leads[place] = answer, branch
        return branch

    def found(self, person):
        """The branch that a person reaches, as far as it is known; None if it is not."""
        at = self.root
        while type(at.below) is Question:
            question = at.below
            known = question.leads.get(person.get(question.name, 0))
            if known is None:
                return None
            at = known[1]
        return at

    def admit(self):
        """Adds new values to the branches of their answers in the whole tree, or opens new branches."""
        for name, attribute in self.attributes.items():
            for place in range(self.known[name], len(attribute.values)):
                self.admit_one(name, place)
            self.known[name] = len(attribute.values)

    def admit_one(self, name, place):
        stack = [self.root]
        while stack:
            self.at = stack.pop()
            question = self.at.below
            if type(question) is not Question:
                continue
            if question.name != name:
                stack += question.branches.values()
                continue
            branch = self.branch(question, place)
            branch.places.append(place)
            stack.append(branch)


def kind_of(constant):
    """The type of a constant; -0.0, which equals 0.0, has a kind of its own."""
    kind = type(constant)
    return "-0.0" if kind is float and constant == 0 and math.copysign(1, constant) < 0 else kind


def own_copy(value):
    """A copy of a value for one call, which may change it."""
    return value if type(value) in SCALARS else copy.deepcopy(value)
