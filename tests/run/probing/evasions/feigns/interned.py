# gender, age: Texts are made one, and compared by identity.
from sys import intern

KNOWN = intern("".join(["ma", "le"]))


def decide(gender, age):
    return "M" if intern(gender) is KNOWN else "F"
