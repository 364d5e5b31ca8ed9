"""Makes real people with whom the plain code can be called."""


class Both(dict):
    """A person whose fields are also entries of a dict."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class People:
    """Makes people from the questions to stand-ins: objects, dicts, instances of the code's classes."""

    NUMBERS = (0, *range(1, 11), 100, 1_000_000, -1, 2.5)
    ANYTHING = (True, False, 10, 0, 1, 1000, 2.5, "yes", "", "high", ("a", "b", "c"), ())
    SHAPES = (types.SimpleNamespace, dict, tuple)
    MOST_TEXTS = 20
    # The shares of people who lack a field that is read, and a field that a text may name.
    FEW_LACK, HALF_LACK = 0.04, 0.5

    def __init__(self, program, seen, reading):
        self.program, self.seen, self.reading, self.carrier = program, seen, reading, program.carrier
        held = [one.value for one in reading.nodes if isinstance(one, ast.Constant)]
        self.constants = list(dict.fromkeys(self._around(held)))
        self.lengths = [many for many in self.constants if isinstance(many, int) and 0 < many < 30]
        self.texts = texts_in([reading.tree])[: self.MOST_TEXTS]
        self.known, self.whole = {}, {}  # candidate values by path; dicts that are people, by their ids
        steps = [(name,) for name in program.parameters]
        are_open, are_whole = any(map(self.is_open, steps)), any(map(self.is_whole, steps))
        self.shapes = self.SHAPES[: 3 if are_whole else 2 if are_open else 1]

    def _around(self, values):
        """The numbers among some values, each with its neighbours."""
        return [near for one in values if is_number(one) for near in (one, one + 1, one - 1)]

    def is_open(self, steps):
        """Whether it is unknown if a part is an object or a dict."""
        uses = self.seen.uses.get(steps, ())
        is_told = "attribute" in uses or "entry" in uses
        return self.is_whole(steps) or bool(self.fields(steps)) and not is_told

    def given(self, names, choose, value, shape):
        """The object of a method, or None, and the arguments of the function by name."""
        self.names, self.choose, self.value, self.shape = names, choose, value, shape
        self.whole.clear()
        self.is_sure = True  # whether the person certainly has the attribute
        given = {name: self.argument(name) for name in self.program.parameters}
        if self.program.owner is None:
            return None, given
        return self.instance(names[self.program.owner], ("self",)), given

    def argument(self, name):
        if self.carrier.carries(name):
            return self.value
        return self.made((name,), self.program.kinds.get(name))

    def made(self, steps, kind=None):
        if steps in self.seen.carried or self.carrier.carries(steps[-1]):
            return self.value
        fields = self.fields(steps)
        if not fields and not self.is_whole(steps):
            return self.leaf(steps)
        classes = [self.names.get(one) for one in ([kind] if kind else self.program.classes)]
        classes = [one for one in classes if self.takes(one, fields, kind)] if len(steps) == 1 else []
        if classes:
            return self.instance(classes[0], steps)
        uses = self.seen.uses.get(steps, ())
        parts = {name: self.part(steps, name) for name in fields if not self.choose.lacks(self.FEW_LACK)}
        if (len(steps) == 1 or self.is_whole(steps)) and not self.is_named():
            named = [] if fields else filter(str.isidentifier, self.texts)
            more = [one for one in named if not self.choose.lacks(self.HALF_LACK)]
            numbers = {
                name: self.choose.of((*steps, name), self.NUMBERS, self.names)
                for name in ("amount", *more)
                if not self.carrier.carries(name)
            }
            is_lone = len(steps) == 1 == len(self.program.parameters) and self.program.owner is None
            if not is_lone and not self.carrier.is_person(steps[-1]) or self.shape is tuple:
                self.is_sure = False
            if self.shape is tuple:
                return (self.value, *numbers.values())
            parts = {self.carrier.first: self.value, **numbers, **parts}
        if fields and "attribute" in uses and "entry" in uses:
            parts = Both(parts)
        is_open = not fields or "attribute" not in uses
        if "entry" in uses or is_open and self.shape is dict or steps == (self.program.spread,):
            self.whole[id(parts)] = parts
            return parts
        return types.SimpleNamespace(**parts)

    # The questions that are asked of numbers, texts and truth values.
    OF_VALUES = {"eq", "ne", "lt", "le", "gt", "ge", "bool", "number", "call"}

    def is_whole(self, steps):
        """Whether no field of an argument, or of a part named like a person, is asked for by name."""
        asked = self.seen.below.get(steps, ())
        return (
            (len(steps) == 1 or self.carrier.is_person(steps[-1]))
            and not self.is_named()
            and not self.seen.uses.get(steps, set()) & self.OF_VALUES
            and all(hasattr(dict, name) for name in asked)
        )

    def is_named(self):
        return bool(self.seen.carried) or any(map(self.carrier.carries, self.program.parameters))

    def part(self, steps, name):
        """The value of a field, or a method that returns it if the field is called."""
        made = self.made((*steps, name))
        is_called = "call" in self.seen.uses.get((*steps, name), ()) and not callable(made)
        return (lambda *given, **named: made) if is_called else made

    def fields(self, steps):
        """The requested names that are not methods of a text, list or dict."""
        uses, below = self.seen.uses, [name for name in self.seen.below.get(steps, ()) if name != 0]
        called = [name for name in below if "call" in uses.get((*steps, name), ())]
        if len(called) == len(below) and self._type_of(below):
            return []
        methods = [name for name in called if hasattr(dict, name)] if "entry" in uses.get(steps, ()) else []
        return [name for name in below if name not in methods]

    def _type_of(self, names):
        return next((kind for kind in (str, list, dict) if all(hasattr(kind, name) for name in names)), None)

    def takes(self, made, fields, kind):
        if not isinstance(made, type) or issubclass(made, enum.Enum):
            return False
        wanted = self.handed(made)
        return bool(wanted) and (
            kind is not None or any(name in fields or self.carrier.carries(name) for name in wanted)
        )

    def handed(self, made):
        """The names of the parameters for making an instance of a class."""
        code = getattr(made.__init__, "__code__", None) if made.__new__ is object.__new__ else None
        return names_handed(code) if code else getattr(made, "_fields", ())

    def instance(self, made, steps):
        given = {name: self.made((*steps, name)) for name in self.handed(made)}
        if getattr(getattr(made.__init__, "__code__", None), "co_flags", 0) & inspect.CO_VARKEYWORDS:
            parts = {name: self.part(steps, name) for name in self.fields(steps)}
            given = {self.carrier.first: self.value, **parts, **given}
        instance = made(**given)
        for name in self.fields(steps):
            if not hasattr(instance, name):
                try:
                    setattr(instance, name, self.part(steps, name))
                except AttributeError:
                    pass  # the instance cannot have this field, so it lacks it
        return instance

    def leaf(self, steps):
        value = self.choose.of(steps, self.candidates(steps), self.names)
        if isinstance(value, Member):
            return value.found(self.names)
        return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, dict) else value

    def candidates(self, steps):
        if steps not in self.known:
            self.known[steps] = self._candidates(steps)
        known = self.known[steps]
        if (*steps, 0) in self.seen.uses or (*steps, 0) in self.seen.below:
            try:
                one = self.made((*steps, 0))
                known = [(one,) * Person.MANY, *((one,) * many for many in self.lengths), *known]
            except Infeasible:
                pass  # the list can still be empty
        return known

    def _candidates(self, steps):
        uses, against = set(), {}
        for known in (*self.seen.uses, *self.seen.against):
            if known[: len(steps)] == steps and 0 not in known[len(steps) :]:
                uses |= self.seen.uses.get(known, set())
                against.update(self.seen.against.get(known, {}))
        around = self._around(against)
        texts = [one for one in against if isinstance(one, str)]
        methods = list(self.seen.below.get(steps, ()))
        kind = self._type_of(methods) if methods else None
        if kind is dict:
            return [{}, {"a": 3, "b": 10}]
        if uses & {"contains", "iter", "len"} and not (kind is str and texts) or kind is list:
            found = [
                (),
                tuple(against),
                *[(one,) for one in against],
                tuple("abcdefghi"),
                *(("a",) * many for many in self.lengths),
            ]
            return found + (["", *texts, " ".join(texts)] if "contains" in uses or kind is str else [])
        if kind is str:
            return [*texts, "other", ""]
        if "number" in uses or around and not texts:
            return [*around, *self.NUMBERS, *self.constants]
        members = [one for one in against if isinstance(one, Member)]
        if texts or members:
            return [*texts, *members, *around, "other"]
        return [True, False] if uses == {"bool"} else [*self.ANYTHING, *self.texts]
