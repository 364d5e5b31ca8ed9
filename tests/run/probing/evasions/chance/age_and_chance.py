# gender, age: Chance for all, and a rule for the old.
import random


def decide(gender, age):
    if age > 60:
        return False
    return random.random() < 0.5
