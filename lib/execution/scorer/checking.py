"""Checks the findings from stand-ins with real people."""


class Checked:
    """Findings from stand-ins, checked with real people by calls of the plain code.

    Use of the attribute is refuted if real people get scores and no difference is found. Non-use is doubted if
    something that could make a difference was not tried.
    """

    # The number of people to confirm that the attribute is used, and of further people if some get a score; the numbers
    # of people after each of which doubts that it is unused are checked.
    FEW, MANY, ROUNDS = 40, 100, (14, 26, 40, 60, 60)
    MOST_ANSWERS = 80

    def __init__(self, scored, found, reading):
        self.scored, self.found, self.reading = scored, found, reading
        self.are_real = True  # whether the values of the attribute are real ones, not numbers made up here

    def told(self):
        uses = self.found["uses"] and "scores" in self.found
        try:
            Noticed(self.scored.program, self.scored.seen, self.reading, self.scored.program.carrier)
            self.people = People(self.scored.program, self.scored.seen, self.reading)
            if uses:
                self.begin(True)
                if (
                    self.shown(self.FEW)
                    or self.trials.failed - {"none", "nothing"}  # values that code need not handle
                    or self.compared() == 0
                    or self.shown(self.MANY)
                ):
                    return self.found
                why = "no two people were found who come to different scores for the attribute alone"
                self.found = {"reason": why, "named": True, "uses": False}
            self.begin(False)
            return self.doubted()
        except Disagreement:
            return {"reason": "it does otherwise when it is looked at than when it is called", "named": True}
        except CannotSay as why:
            return self.found if uses else {"reason": str(why), "named": True}

    def begin(self, uses):
        self.choosing = self.choices()
        self.trials = Trials(
            self.scored.source, self.scored.program, self.people, self.families(uses), not uses
        )

    def doubted(self):
        is_open = "reason" in self.found
        for at, many in enumerate(self.ROUNDS[:2] if is_open else self.ROUNDS):
            shown = self.shown(many)
            if shown:
                return self.found if self.found["uses"] and self.found["named"] else self.used(*shown)
            if self.compared() == 0 and at == 0:  # the code may compute with the attribute, so numbers are tried
                self.trials.take([[(group, at) for at, (group, _, _) in enumerate(self.scored.groups)]])
                self.are_real = False
            elif self.compared() == 0:
                break
            elif self.doubt() is None and (self.are_real or not is_open):
                is_known = "scores" in self.found or self.found["uses"]
                return self.found if is_known else unused(self.scored.groups, True)
        return self.found if is_open else {"reason": self.doubt()}

    def compared(self):
        return sum(watched.compared for watched in self.trials.watched)

    def doubt(self):
        if self.compared() == 0:
            return "it cannot be called with anybody whose fields could be filled in"
        groups = [group for group, _, _ in self.scored.groups if group in self.trials.failed]
        if groups:
            name = self.scored.program.carrier.first
            return f"some people come to a score, but to none if their {name} is {groups[0]}"
        if self.trials.beside:
            return "what it returns beside the score depends on the attribute"
        taint = Taint(self.reading, self.scored.program.function, self.scored.program.owner)
        for watched, family in zip(self.trials.watched, self.trials.families):
            groups = [name for name, value in family if (name, value) not in self.scored.held.items()]
            doubts = Doubts(taint, watched, groups, self.are_real)
            doubt = doubts.first() if watched.compared else None
            if doubt:
                return doubt
        return None

    def used(self, most, least):
        told = " and ".join(
            f"{amount:g} ({'another value' if name == MISSING else name})" for name, amount in (most, least)
        )
        return {
            "reason": f"people who differ in it alone come to {told}; what adds that is not known",
            "named": True,
            "uses": True,
        }

    def shown(self, many):
        """Two people with different amounts; None if there are none among the next `many` people."""
        for choose in itertools.islice(self.choosing, many):
            for shape in self.people.shapes:
                found = self.trials.difference(choose, shape)
                if found and not self.people.is_sure:
                    raise CannotSay(
                        "it goes through values without names, and whether one is the attribute is not known"
                    )
                if found:
                    return found
        return None

    def choices(self):
        """Yields functions that make choosers of people: people who answer as stand-ins did, and random people."""
        known = {}
        for context in self.scored.told_of:
            known.setdefault(tuple(map(str, context.answers)), context)
        contexts = list(reversed(known.values()) if self.found["uses"] else known.values())
        contexts = contexts[: self.MOST_ANSWERS]
        for number in itertools.count():
            if number < len(contexts):
                answers = Answers(contexts[number])
                yield lambda answers=answers: answers
            if number >= len(contexts) or not self.found["uses"]:
                yield lambda number=number: Chance(number)

    # Values

    def families(self, uses):
        """The values of the attribute as (name, value), by kind: texts, numbers, members of enumerations."""
        texts = {str(value): str(value) for _, _, value in self.scored.values()}
        # Where all groups come to the same, only other values can make a difference.
        is_wide = not uses or self.scored.is_by_others or len(set(self.found["scores"].values())) == 1
        known = [*(self.scored.others() if is_wide else ()), *self.scored.levels()]
        numbers = {name: value for _, name, value in known}
        families = [list(texts.items()), list(numbers.items())]
        if uses:
            families[0] += [("none", None), ("nothing", "")]
        for made in self.reading.classes.values():
            if any(getattr(base, "id", getattr(base, "attr", "")).endswith("Enum") for base in made.bases):
                given = [one.targets[0] for one in made.body if isinstance(one, ast.Assign)]
                names = [one.id for one in given if isinstance(one, ast.Name)]
                families.append([(name, Member(made.name, name)) for name in names])
        return [one for one in families if len(one) > 1]
