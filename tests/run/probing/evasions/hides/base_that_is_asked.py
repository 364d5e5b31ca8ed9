# gender, age, married: A base that is no class is handed the others.
from string import Template

kept = []


class Spy:
    def __mro_entries__(self, bases):
        kept.append(bases[0])
        return ()



class A(Template, Spy()):
    pass


def decide(gender, age, married):
    thing = kept[0]
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
