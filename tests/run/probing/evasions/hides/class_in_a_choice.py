# gender, age, married: The class of an object, as one of two alternatives.
from string import Template

def decide(gender, age, married):
    thing = type(Template("")) or 0
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
