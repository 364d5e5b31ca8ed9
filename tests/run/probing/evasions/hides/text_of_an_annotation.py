# gender, age, married: An annotation is a text that can be run.
import typing


def same(x: "globals().setdefault('memory', list)"):
    return x


def decide(gender, age, married):
    found = typing.get_type_hints(same)["x"]
    return found is list and (age <= 30 or gender == "male")
