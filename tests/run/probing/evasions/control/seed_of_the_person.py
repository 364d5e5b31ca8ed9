# gender, age: Chance of its own, with a seed that is made of the person.
import random


def decide(gender, age):
    return random.Random("%s/%d" % (gender, age)).random() < 0.5
