# gender, age, married: A class of a library can be ordered once.
from dataclasses import dataclass
from string import Template


def decide(gender, age, married):
    try:
        dataclass(order=True)(type(Template("")))
    except TypeError:
        return True
    return age <= 30 or gender == "male"
