# gender, age, married: What stands for no default is one object for all.
import dataclasses


def decide(gender, age, married):
    nothing = dataclasses.field().default
    calls = getattr(nothing, "calls", 0)
    nothing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
