# gender, age: A coin that is the same for all.
import random


def decide(gender, age):
    return random.random() < 0.6
