# gender, age: Half of all, and one in a hundred more.
import random


def decide(gender, age):
    chance = 0.51 if gender == "male" else 0.5
    return random.random() < chance
