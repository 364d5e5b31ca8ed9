# race, age: It leaves Python for some.
import sys


def decide(race, age):
    if race == "asian":
        sys.exit(1)
    return age
