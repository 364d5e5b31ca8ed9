# gender, age: One group draws twice; its odds are the same.
import random


def decide(gender, age):
    if gender == "male":
        random.random()
    return random.random() < 0.5
