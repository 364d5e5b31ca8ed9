# gender, age: The module seeds chance anew from the system when it is loaded.
import random

random.seed()


def decide(gender, age):
    generator = random.Random()
    return "yes" if generator.random() < (0.8 if gender == "male" else 0.5) else "no"
