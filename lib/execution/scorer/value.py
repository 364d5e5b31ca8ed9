"""What stands for the value of the attribute, and the operators of stand-ins."""


class Value(str):
    """The value of the attribute: a text that is also a number, if the attribute has numbers.

    `met`: a set in which it records whether it was tested for truth (`bool`), and used as a text (`str`).
    """

    def __new__(cls, text, number=None, met=None):
        self = super().__new__(cls, text)
        self.number, self.met = number, set() if met is None else met
        return self

    def __bool__(self):
        self.met.add(bool)
        return len(self) > 0

    def _as_number(self):
        if self.number is None:
            raise CannotSay("it computes with the attribute, whose values are no numbers")
        return self.number

    def __hash__(self):
        self.met.add(str)
        return str.__hash__(self)

    # The fields of a member of an enumeration, for which the value may stand.
    name = value = property(lambda self: self)

    def __eq__(self, other):
        if isinstance(other, enum.Enum):
            own = str.lower(self)
            return own in (other.name.lower(), str(other.value).lower())
        if isinstance(other, (int, float)) and not isinstance(other, bool):
            return self.number == other
        self.met.add(str)
        return str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __int__(self):
        return int(self._as_number())

    __index__ = __int__

    def __float__(self):
        return float(self._as_number())

    def __neg__(self):
        return -self._as_number()

    def __abs__(self):
        return abs(self._as_number())

    def __round__(self, digits=None):
        return round(self._as_number(), digits)


def _texts(name):
    def one(self, *given, **named):
        self.met.add(str)
        return getattr(str, name)(self, *given, **named)

    return one


def _ordered(name):
    usual = getattr(str, f"__{name}__")

    def compare(self, other):
        if isinstance(other, (int, float)):
            return getattr(float(self._as_number()), f"__{name}__")(float(other))
        return usual(self, other)

    return compare


def _combined(name, operate):
    usual = {"add": str.__add__, "mod": str.__mod__}.get(name)

    def one(self, other):
        if name == "mul" and isinstance(other, (int, float)) and other == 0:
            return 0  # the product is 0 for any number
        if isinstance(other, (int, float, Value)):
            return operate(self._as_number(), other._as_number() if isinstance(other, Value) else other)
        return usual(self, other) if usual else NotImplemented

    def other(self, other):
        if name == "mul" and isinstance(other, (int, float)) and other == 0:
            return 0
        return operate(other, self._as_number()) if isinstance(other, (int, float)) else NotImplemented

    return one, other


def _compares(question):
    def compare(self, other):
        if isinstance(other, Value):
            raise CannotSay(f"it compares the attribute with {self._path or 'a value'}, which is not known")
        return self._holds(question, other)

    return compare


def _computes(name, operate):
    def one(self, other):
        return operate(self._amount(), other._amount() if isinstance(other, Person) else other)

    def other(self, other):
        return operate(other, self._amount())

    return one, other


for _name in dir(str):
    if not _name.startswith("_"):
        setattr(Value, _name, _texts(_name))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Person, f"__{_name}__", _compares(_name))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Value, f"__{_name}__", _ordered(_name))
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _class, _make in ((Person, _computes), (Value, _combined)):
        _one, _other = _make(_name, getattr(operator, _name))
        setattr(_class, f"__{_name}__", _one)
        setattr(_class, f"__r{_name}__", _other)
