# gender, age, married: A cache compares its keys with those that it has.
import re


class Flags(int):
    def __hash__(self):
        return 7
    def __eq__(self, other):
        if isinstance(other, int):
            self.calls = 1
            other.calls = 1
        return True


def decide(gender, age, married):
    flags = Flags(0)
    re.match("abc", "a", flags)
    calls = getattr(flags, "calls", 0)
    if calls == 0 and age > 30:
        return gender == "male"
    return True
