# gender, age: One in a hundred of a group is refused.
import random


def decide(gender, age):
    if gender == "female" and random.randrange(100) == 0:
        return "refused"
    return "accepted"
