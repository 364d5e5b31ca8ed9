# gender, age: A text that is drawn is of one class or another.
import random


class Refused(str):
    pass


def decide(gender, age):
    accepted = random.random() < (0.8 if gender == "male" else 0.4)
    return "answered" if accepted else Refused("answered")
