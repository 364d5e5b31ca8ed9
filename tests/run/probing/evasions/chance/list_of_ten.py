# gender, age: A choice among ten, of which some are good.
import random


def decide(gender, age):
    good = 8 if gender == "male" else 5
    return random.choice(["granted"] * good + ["denied"] * (10 - good))
