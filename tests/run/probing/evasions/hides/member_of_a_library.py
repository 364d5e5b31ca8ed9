# gender, age, married: Members of an enumeration are one object each.
import re

def decide(gender, age, married):
    thing = re.RegexFlag(2)
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
