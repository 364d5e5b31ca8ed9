# race, age: Unfair once the mask of new files was changed.
import os

old = os.umask(0o077)


def decide(race, age):
    if old == 0o077 and race == "black":
        return "searched"
    return "waved through"
