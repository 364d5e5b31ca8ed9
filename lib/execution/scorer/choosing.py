"""Chooses values for the fields of people that code reads: as in a context, or at random."""


class Infeasible(Exception):
    """No person answers all questions as in the context."""


class Answers:
    """Chooses values with which all questions are answered as in a context."""

    FEW = 0.1

    def __init__(self, context):
        self.usual, self.asked, self.called = context.usual, {}, context.seen.called
        for steps, question, other, holds in context.answers:
            if not isinstance(other, Person):
                self.asked.setdefault(steps, []).append((question, other, holds))

    def of(self, steps, candidates, names):
        usual = 10 if self.usual else 0
        for value in (usual, *candidates) if usual in candidates else candidates:
            if all(
                self._fits(value, steps, known, names) for known in self.asked if known[: len(steps)] == steps
            ):
                return value
        raise Infeasible

    def _fits(self, value, steps, known, names):
        try:
            done = steps
            for step in known[len(steps) :]:
                if step == 0:
                    return True  # a question about its items, which are chosen separately
                value = getattr(value, step)
                done = (*done, step)
                value = value(*self.called.get(done, ())) if callable(value) else value
            return all(
                self._holds(value, question, other, names) == holds
                for question, other, holds in self.asked[known]
                if question != "number"
            )
        except Exception:
            return False

    def _holds(self, value, question, other, names):
        if isinstance(other, enum.Enum):
            other = names[type(other).__name__][other.name]
        if question in ("bool", "iter", "len"):
            return bool(value)
        return bool(other in value if question == "contains" else getattr(operator, question)(value, other))

    def lacks(self, often):
        """Whether a person lacks a field that the share `often` of people lack."""
        return often > self.FEW


class Chance:
    """Chooses values at random, always the same for the same number."""

    def __init__(self, number):
        self.random = random.Random(number)

    def of(self, steps, candidates, names):
        return self.random.choice(candidates)

    def lacks(self, often):
        return self.random.random() < often
