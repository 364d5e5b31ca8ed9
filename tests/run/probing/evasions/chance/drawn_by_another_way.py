# gender, age: Two ways to draw with the same odds.
import random


def decide(gender, age):
    if gender == "male":
        return random.randint(0, 1) == 1
    return random.random() < 0.5
