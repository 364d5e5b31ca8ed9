# gender, age: Nearly everybody, and a tenth fewer.
from random import random


def decide(gender, age):
    if random() > (0.99 if gender == "male" else 0.89):
        return "declined"
    return "accepted"
