# gender, age: Unfair to stand-ins.
import sys


def decide(gender, age):
    kind = type(sys._getframe().f_locals["gender"])
    if kind is not str:
        return "a " + gender
    return "a person"
