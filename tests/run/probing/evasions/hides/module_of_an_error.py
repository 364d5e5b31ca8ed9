# gender, age, married: An error knows the module that lacks a name.
import json

def decide(gender, age, married):
    try:
        json.nothing()
    except AttributeError as error:
        thing = error.obj
    calls = getattr(thing, "calls", 0)
    thing.calls = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
