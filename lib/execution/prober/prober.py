# Texts in the source of a program that may draw random numbers; lib/bias/code/code_words.json has more exact words.
CHANCE = ("random", "shuffle", "secrets", "uuid", "NormalDist", ".rvs(", ".sample(")


def probe(source, asked, given_attributes, plan):
    """Finds out on which attributes a program's outcome depends: its shape, leaves by seed, and whether they are complete.

    asked       functionName, style and className, or None; the source of a class for a method without one
    attributes  name, type, values, bounds of each; whether to try an unlisted value, or which; whether no others exist
    plan        limits: callS, searchS, calls, sampled, most, least, checks; seeds
    """
    attributes = [Attribute(*one) for one in given_attributes]
    seeded = any(word in source for word in CHANCE)
    caller = Caller(plan["callS"], seeded, source)
    remark = cut = None
    try:
        source, code, names, remark, cut = loadable(source, caller)
        tree = ast.parse(source, "<program>")
        shape = find_shape(tree, names, asked, attributes)
    except NoShape as reason:
        return {"reason": "%s, and %s" % (remark, reason) if remark else str(reason)}
    except BaseException as error:
        text = str(error)[:200] if type(error) is SyntaxError else ""
        return {"reason": "it does not load: " + name_of(type(error)) + (": " + text if text else "")}
    said = {"shape": shape.described(), "remark": remark, "cut": cut}
    at = {one.name: place for place, one in enumerate(attributes)}
    said["naming"] = naming_lines(tree, [*at])
    if not plan["calls"]:
        nothing = {"values": [[one.values, one.given] for one in attributes], "leaves": [], "outcomes": [], "calls": 0}
        return {**said, **nothing, "complete": False, "hurried": False, "undecided": []}
    install()
    anew = not keeps_nothing(tree)  # whether the module must be loaded for every call
    thresholds, texts = literals(tree, at), texts_told(tree)
    add([one for one in attributes if one.bounds is not None], thresholds)
    named, searches = named_in(tree, at), []
    made = class_of(shape, code, names) if shape.is_bare else None
    if shape.appended and made is None:
        whole = source + shape.appended
        tree, code = ast.parse(whole, "<program>"), compile(whole, "<program>", "exec", 0, True)
    program, plain = [Program(one, shape, anew, made) for one in (instrumented(tree), code)]
    for seed in range(plan["seeds"] if caller.seeded else 1):
        caller.seed = seed
        searches.append(Explored(caller, program, plain, attributes, (thresholds, texts), named - {*shape.unused}, plan))
    for seed, one in enumerate(searches[:-1]):  # numbers of ranges that were added under later seeds
        caller.seed = seed
        one.search.reader.admit()
        one.complete = one.complete and one.search.exhaust(given, plan["sampled"], plan["searchS"])
    outcomes, leaves = [], []
    for seed, one in enumerate(searches):
        caller.seed = seed
        for leaf, lines in zip(one.search.leaves, one.lines()):
            told = [step for step in leaf.steps() if len(step.above.below.branches) > 1]
            leaves.append([seed, [[at[step.name], *step.places] for step in reversed(told)], len(outcomes), lines])
            outcomes.append(list(leaf.below))
    return {
        **said,
        "values": [[one.values, one.given] for one in attributes],
        "leaves": leaves,
        "outcomes": outcomes,
        "complete": all(one.complete for one in searches),
        "hurried": any(one.hurried for one in searches),
        "diverged": any(one.search.diverged for one in searches),
        "undecided": sorted(set().union(*(one.undecided for one in searches))),
        "calls": caller.made,
    }


# The numbers of each range to try for attributes without a difference; those near which a step is sought; leaves to vary first.
NUMBERS = 128
NUMBERS_WITH_STEPS = 8
MOST_DECIDING = 100

# The maximum number of leaves whose executed lines are recorded, and the maximum number of lines.
MOST_TRACED = 24
MOST_TRACED_LINES = 200


class Explored:
    """The search of a program with one seed: the leaves of given values first."""

    def __init__(self, caller, program, plain, attributes, sought, named, plan):
        """`sought`: the compared values by attribute, and texts, of the code; `named`: attributes that it takes and names."""
        self.caller, self.plain, self.attributes, self.plan = caller, plain, attributes, plan
        self.search = Search(caller, program, attributes)
        self.random = random.Random(1).random
        self.undecided = set()  # attributes that made no difference with the tried numbers of ranges
        (thresholds, texts), self.given = sought, {one.name: given(one) for one in attributes}
        self.asked = {
            one.name: [at for at in self.given[one.name] if one.values[at] in thresholds[one.name]] for one in attributes
        }
        began = caller.made
        self.search_given(program.shape.unused)
        for adds in (self.adds_steps, lambda: self.adds_numbers(named)):
            tried, has_more = caller.made, self.complete and adds()
            began += caller.made - tried  # these calls do not reduce those for values beyond the given ones
            if has_more:
                self.given = {one.name: given(one) for one in attributes}
                self.search_given(program.shape.unused)
        if not self.complete and not self.is_known and not self.search.diverged:
            self.search_on(named)
        # Confirming a difference takes ten calls for each attribute that was asked for, and checking claims takes others.
        spare = plan["most"] - (caller.made - began) - 10 * len(self.search.reader.asked) - plan["checks"]
        was_complete = self.complete
        self.looking = {name: self.looked_for(name, texts) for name in thresholds}
        thresholds = {name: [*own, *self.looking[name][0]] for name, own in thresholds.items()}
        self.go_beyond(thresholds, max(plan["least"], spare) if self.complete else plan["least"])
        if was_complete and not self.complete and not self.search.diverged:
            self.given = {one.name: given(one) for one in attributes}
            self.search_on(named)
        self.hurried = not self.complete and caller.spent() >= plan["searchS"]

    def search_given(self, unused):
        """Tries all branches of given values, unless they are many and each attribute is found to change a number."""
        search, plan = self.search, self.plan
        self.complete = search.exhaust(given, plan["sampled"], plan["searchS"], plan["sampled"])
        self.is_known = search.outgrown and self.each_changes_number({*self.given}.difference(unused))
        if search.outgrown and not self.is_known:
            self.complete = search.exhaust(given, plan["sampled"], plan["searchS"])

    def search_on(self, named):
        """Calls people drawn at random and, if an attribute has made no difference, all people, if they are few enough."""
        plan, somebody = self.plan, lambda: self.somebody_special(self.search.unusual())
        self.search.compare(somebody, named, plan["calls"] // 4, plan["searchS"])
        if self.search.undecided(named):
            self.adds_numbers(named)
        if self.search.undecided(named):
            self.complete = self.search.exhaust(given, plan["calls"], plan["searchS"], plan["calls"])

    def adds_steps(self):
        """Adds values of ranges on both sides of steps, where some people's outcome changes; returns whether there are any.

        The rule may be computed from several attributes, so that its threshold is not in the code.
        """
        spent, most = self.caller.spent(), self.plan["searchS"] / 2
        # Half of the time is kept for all combinations with the added values.
        found, goes_on = False, lambda: self.caller.spent() < min(spent + most / 2, most)
        for one in self.attributes:
            if one.kind not in (int, float) or one.bounds is None or one.name not in self.search.reader.asked:
                continue
            added, is_flat = [], True
            for parts in sorted(PARTS * PEOPLE_WITH_STEPS):
                if parts > PARTS[0] and not is_flat:
                    break
                values = self.values_of(self.somebody(self.one_of(self.search.leaves)))
                fares = lambda value: self.caller.call(self.plain, {**values, one.name: value})  # noqa: E731, B023
                if goes_on() and len(added) < MOST_STEPS:
                    near = steps(one, parts, fares, goes_on)
                    is_flat = is_flat and near is None
                    added += [value for value in near or () if value not in one.values and value not in added]
            # For a slow program, they are left out if all combinations would take more time than there is.
            spent *= 1 + len(added) / len(given(one))
            if added and spent < most:
                one.add(added)
                found = True
        self.search.reader.admit()
        return found

    def adds_numbers(self, named):
        """Adds numbers of ranges with which attributes make a difference that made none so far; returns whether there are any.

        A value that is computed from a number may have effects that the numbers tried so far do not show. Each of these
        attributes is changed alone for people drawn at random, whose numbers are spread over the ranges.
        """
        search, draw = self.search, random.Random(3)
        ranges = {one.name: one for one in self.attributes if one.bounds is not None and one.kind in (int, float)}
        if not any(map(search.reader.are_told_apart, ranges)):
            return False
        some, names = draw.sample(search.leaves, min(len(search.leaves), MOST_DECIDING)), search.reader.asked | named
        search.vary((search.person_of(leaf, given) for leaf in some), names, len(some), self.plan["searchS"])
        left, added = names - search.differing, False
        numbers = {name: numbers_of(one, draw) for name, one in ranges.items()}
        most = self.plan["searchS"] / 2
        until = min(self.caller.spent() + most / 2, most)
        goes_on = lambda: self.caller.spent() < until  # noqa: E731
        for at in range(NUMBERS if left else 0):
            pairs = {name: draw.sample(places, 2) if len(places) > 1 else places * 2 for name, places in self.given.items()}
            pairs = {name: [search.attributes[name].values[place] for place in pair] for name, pair in pairs.items()}
            pairs.update({name: (every[at], every[at - 1]) for name, every in numbers.items()})
            person, other = ({name: own_copy(pair[side]) for name, pair in pairs.items()} for side in (0, 1))
            one = [*ranges.values()][at % len(ranges)]
            near = self.near_step(one, person, goes_on) if at < NUMBERS_WITH_STEPS * len(ranges) else ()
            for value in (person[one.name], *near):
                person = {**person, one.name: value}
                for name in self.differing(person, other, left, goes_on):
                    left.remove(name)
                    search.differing.add(name)
                    added = True
                    self.add_people(ranges, person, {**person, name: other[name]})
        self.undecided = left
        return added

    def add_people(self, ranges, *people):
        """Adds the numbers of people whose outcomes differ, and calls these people, as not all people may be called later."""
        for name, one in ranges.items():
            one.add([value for value in dict.fromkeys(person[name] for person in people) if value not in one.values])
        self.search.reader.admit()
        for person in people:
            self.search.leaf_of({name: one.values.index(person[name]) for name, one in self.search.attributes.items()})

    def near_step(self, one, person, goes_on):
        """Numbers on both sides of a step of a person's outcome, a little above the person's own number; empty if none."""
        low, high = one.bounds
        part = max(2, (high - low) * 2 // NUMBERS) if one.kind is int else high / NUMBERS * 2 - low / NUMBERS * 2
        low, high = person[one.name], min(high, person[one.name] + part)
        fares = lambda value: self.caller.call(self.plain, {**person, one.name: value})  # noqa: E731
        return steps(Attribute(one.name, one.kind.__name__, (), (low, high)), 2, fares, goes_on) or ()

    def differing(self, person, other, names, goes_on):
        """The names of the attributes whose value of the other person makes a difference for a person by itself."""
        fares, found = goes_on() and self.caller.call(self.plain, person), []
        for name in sorted(names) if fares and fares[0] != "limit" else ():
            otherwise = goes_on() and self.caller.call(self.plain, {**person, name: other[name]})
            if otherwise and otherwise[0] != "limit" and not same(fares, otherwise):
                found.append(name)
        return found

    def each_changes_number(self, names):
        """The same test of the search, for a person drawn at random from a separate generator."""
        draw = random.Random(2)
        person = {name: draw.choice(places) for name, places in self.given.items()}
        return self.search.each_changes_number(person, names, self.plan["searchS"])

    def one_of(self, places):
        """An item at random, like `choice` of a random generator, in a third of its time."""
        return places[int(self.random() * len(places))]

    def somebody_special(self, unusual):
        """A person at random, more often with values that the program compares, or like a person with an unusual outcome."""
        chance = self.random
        person = self.somebody(self.one_of(unusual)) if unusual and chance() < 0.4 else {}
        if person:
            person.pop(self.one_of(list(person)))
        for name, places in self.given.items():
            if name not in person:
                asked = self.asked[name]
                person[name] = self.one_of(asked if asked and chance() < 0.75 else places)
        return person

    def somebody(self, leaf):
        """A person who reaches a leaf, with random values of the attributes that matter for the leaf."""
        return {name: self.one_of(given(self.search.attributes[name], places)) for name, places in leaf.box().items()}

    def lines(self):
        """For each leaf, the lines that a call executes, or None if they are many; all None if all outcomes are the same."""
        leaves, found = self.search.leaves, []
        differing = any(not same(leaves[0].below, leaf.below) for leaf in leaves[1:])
        if not differing or len(leaves) > MOST_TRACED:
            return [None] * len(leaves)
        for leaf in leaves:
            lines = traced(self.caller, self.plain, self.values_of(self.search.person_of(leaf, everything)), MOST_TRACED_LINES)
            found.append(lines if len(lines) < MOST_TRACED_LINES else None)
        return found

    def values_of(self, person):
        """The values of a person who is given by places of values."""
        return {name: own_copy(one.values[person.get(name, 0)]) for name, one in self.search.attributes.items()}

    def looked_for(self, name, texts):
        """The words of the code for which the program searches a text, found with two people of different outcomes; and these."""
        one = self.search.attributes[name]
        if one.kind is not str or one.closed or name not in self.search.reader.asked or self.search.diverged:
            return (), ()
        some, places = self.search.two_unlike(), self.given[name][:MOST_ADDED]
        if not all(self.search.fare_alike(person, name, places) for person in some):
            return (), ()
        known = [one.values[place] for place in places]
        fares = lambda person, value: self.caller.call(self.plain, {**person, name: value})  # noqa: E731
        return looked_for(one, known, words_of(texts, self.given), map(self.values_of, some), fares), some

    def go_beyond(self, thresholds, most):
        """Tries values around those with which the program compares, if they get other answers."""
        if self.search.diverged:
            return
        began = self.caller.made
        self.try_around(self.attributes, thresholds, most)
        for name, (words, people) in self.looking.items():
            self.search.try_words(name, words, people)
        # Values with which a number of a range is compared only for added people.
        ranges = [one for one in self.attributes if one.bounds is not None]
        self.try_around(ranges, thresholds, most - (self.caller.made - began))
        if self.complete and ranges:  # added numbers of a range count as given
            self.complete = self.search.exhaust(given, self.plan["sampled"], self.plan["searchS"])

    def try_around(self, attributes, thresholds, most):
        watched = {}
        for one in attributes:
            known = {value for value in one.values if type(value) in (int, float, str)}
            pairs = [other for value, other in WATCH.pairs if value in known and other not in known]
            # Sorted, since the order of a set of texts differs between processes.
            numbers, texts = ([x for x in pairs if (type(x) is str) == is_text] for is_text in (False, True))
            watched[one.name] = [*unlisted(one), *thresholds[one.name], *sorted(numbers), *sorted(texts)]
        add(attributes, watched)
        for one in attributes:
            if one.closed:
                one.add(unlisted(one))
        reader = self.search.reader
        reader.admit()
        reader.pending.sort(key=lambda branch: -branch.above.below.depth if branch.above else 0)
        self.search.exhaust(everything, most, self.plan["searchS"])
