# gender, age: Three tries instead of one.
import random


def decide(gender, age):
    tries = 3 if gender == "male" else 1
    return any(random.random() < 0.5 for _ in range(tries))
