# gender, age, married: A class hands on the functions of its base.
from string import Template


class T(Template):
    pass


def decide(gender, age, married):
    thing = T.substitute
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
