# gender, age: The same noise for all.
import random


def decide(gender, age):
    noise = random.gauss(0, 1)
    return "above" if noise > 0 else "below"
