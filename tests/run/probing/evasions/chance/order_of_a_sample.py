# gender, age: Who is drawn of ten.
import random


def decide(gender, age):
    drawn = random.sample(range(10), 3 if gender == "male" else 2)
    return 0 in drawn
