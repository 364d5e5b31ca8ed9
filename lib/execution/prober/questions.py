class Question:
    """What a program asks of an attribute, once it has asked others and was answered."""

    __slots__ = ("name", "made", "depth", "branches", "leads")

    def __init__(self, name, made, depth):
        """`made`: what is done with the value to come to the answer; None if the answer is the value.

        `depth` counts the questions before it, `branches` are by answers, `leads` has the answer of each place and its branch.
        """
        self.name, self.made, self.depth, self.branches, self.leads = name, made, depth, {}, {}


class Branch:
    """What follows from an answer, and so from all values that have it."""

    __slots__ = ("above", "name", "places", "below")

    def __init__(self, above, name, places):
        """`above`: the branch in which the question is asked; `below`: the next one, an outcome, or None as yet."""
        self.above, self.name, self.places, self.below = above, name, places, None

    def steps(self):
        """The branches that lead here, the last one first."""
        while self.above is not None:
            yield self
            self = self.above

    def box(self):
        """The places of the values that lead here, by those attributes that were asked for."""
        found, branch = {}, self
        while branch.above is not None:  # as steps(), in half its time
            found.setdefault(branch.name, branch.places)
            branch = branch.above
        return found


# What says no more of a number than on which side of others it is.
COMPARING = frozenset(getattr(operator, name) for name in "lt le gt ge eq ne is_ is_not".split()) | {bool}

# Comparisons of a number, next to all of which others are tried.
MOST_MET = 3

# Questions of one call, after which values are read as soon as something is asked of them.
MOST_QUESTIONS = 2000


class Reader:
    """Answers for tokens in a call, and remembers what was asked in all of them.

    Attributes have values of places; those with the same answer stay together until a question tells them apart. What
    a program does in a call follows from the answers alone, so that they are a tree.
    """

    def __init__(self, attributes):
        self.attributes = {one.name: one for one in attributes}
        self.tokens = {name: Token(name, self) for name in self.attributes}
        self.known = {one.name: len(one.values) for one in attributes}
        self.plain = {one.name for one in attributes if all(type(value) in SCALARS for value in one.values)}
        self.root, self.pending, self.asked = Branch(None, None, []), [], set()
        self.met = {one.name: set() for one in attributes}  # what values are compared with; None of what is made of them
        self.start({})

    def start(self, person):
        """`person`: the place of the value that an attribute has in this call; the first one where there is none."""
        self.person, self.at, self.diverged = person, self.root, False
        self.held, self.possible, self.told, self.count = {}, {}, set(), 0
        CLEAN.clear()

    def are_told_apart(self, name):
        """Whether what the numbers of a range are asked tells more of them apart than are tried beside what it compares with."""
        return None in self.met[name] or len(self.met[name]) > MOST_MET

    def value(self, name):
        return self.attributes[name].values[self.person.get(name, 0)]

    def read(self, name):
        """The value, which is the same object throughout a call."""
        if name not in self.held:
            question, place = self.at.below, self.person.get(name, 0)
            lead = question.leads.get(place) if type(question) is Question and question.name == name else None
            if lead is not None and lead[0] == place:  # as most often, and quicker than what follows
                self.at = lead[1]
                self.possible[name] = self.at.places
            else:
                self.follow(name, None)
            value = self.attributes[name].values[place]
            self.held[name] = value if type(value) in SCALARS else copy.deepcopy(value)
        return self.held[name]

    def ask(self, name, made):
        """What functions make of the value, or raise."""
        if self.count > MOST_QUESTIONS:
            self.read(name)
        if name not in self.held and not self.is_told(name, made):
            self.count += 1
            self.follow(name, made)
        return applied(made, self.value(name))

    def is_told(self, name, made):
        """Whether the same was asked before in this call, as a loop does."""
        kinds = tuple([kind_of(one) for _, before, after in made for one in before + after])
        asked = name, made, kinds  # equal constants of different kinds can lead to different exceptions
        if asked in self.told:
            return True
        if SCALARS.issuperset(kinds):
            self.told.add(asked)
        return False

    def places(self, name):
        """The places of the values that have had the same answers in this call."""
        return self.possible.get(name) or range(self.known[name])

    def follow(self, name, made):
        """Goes on to the branch of the answer."""
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
        """What tells an answer from others."""
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
        """The branch of a value, made and left to be tried if there is none."""
        answer = self.answered(question.name, question.made, place)
        branch = question.branches.get(answer)
        if branch is None:
            branch = question.branches[answer] = Branch(self.at, question.name, [])
            self.pending.append(branch)
        question.leads[place] = answer, branch
        return branch

    def found(self, person):
        """The branch that a person reaches, as far as is known."""
        at = self.root
        while type(at.below) is Question:
            question = at.below
            known = question.leads.get(person.get(question.name, 0))
            if known is None:
                return None
            at = known[1]
        return at

    def admit(self):
        """Sends values that were added since to where they are answered like others, or opens branches."""
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
    """Its type; -0.0, which equals 0.0, is of a kind of its own."""
    kind = type(constant)
    return "-0.0" if kind is float and constant == 0 and math.copysign(1, constant) < 0 else kind


def own_copy(value):
    """A value of its own for every call, which may change it."""
    return value if type(value) in SCALARS else copy.deepcopy(value)
