# gender, age, married: A class is what its metaclass returns.
from string import Template


def keep(name, bases, names):
    return bases[0]



class A(Template, metaclass=keep):
    pass


def decide(gender, age, married):
    thing = A
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
