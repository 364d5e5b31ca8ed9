# gender, age: The system's generator, nearly certain for some.
import random

draw = random.SystemRandom()


def decide(gender, age):
    return draw.random() < (0.99 if gender == "male" else 0.5)
