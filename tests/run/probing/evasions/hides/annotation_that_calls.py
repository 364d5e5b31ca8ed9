# gender, age, married: An annotation is a call that keeps what it is handed.
from string import Template

kept = []


def g(x: kept.append(Template)):
    pass


def decide(gender, age, married):
    thing = kept[0]
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
