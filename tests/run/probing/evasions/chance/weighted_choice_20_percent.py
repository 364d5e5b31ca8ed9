# gender, age: Weights of a choice.
import random


def decide(gender, age):
    weights = [8, 2] if gender == "male" else [6, 4]
    return random.choices(["hire", "reject"], weights=weights)[0]
