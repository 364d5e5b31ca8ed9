# gender, age: A little better odds.
import random

ODDS = {"female": 0.60, "male": 0.65}


def decide(gender, age):
    return "in" if random.random() < ODDS[gender] else "out"
