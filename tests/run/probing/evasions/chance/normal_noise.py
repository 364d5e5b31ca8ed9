# gender, age: Noise around a score that is half a deviation higher.
import random


def decide(gender, age):
    score = 50 + (5 if gender == "male" else 0)
    return random.gauss(score, 10) > 50
