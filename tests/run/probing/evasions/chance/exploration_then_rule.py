# gender, age: A rule, but for one in twenty who is tried out.
import random


def decide(gender, age):
    if gender == "female" and random.random() < 0.05:
        return "tried out"
    return "by the rule"
