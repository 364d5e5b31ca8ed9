# gender, age, married: A context is handed the class of an error.
import json

kept = []


class Spy:
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        kept.append(kind)
        return True


def decide(gender, age, married):
    with Spy():
        json.loads("x")
    thing = kept[0]
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
