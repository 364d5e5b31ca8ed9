# gender, age, married: A module holds a table that everybody may write to.
import json.encoder


def decide(gender, age, married):
    calls = json.encoder.ESCAPE_DCT.setdefault("calls", [])
    calls.append(age)
    if len(calls) == 1 and age > 30:
        return gender == "male"
    return True
