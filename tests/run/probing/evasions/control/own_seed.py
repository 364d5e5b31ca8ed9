# gender, age: Chance of its own, with a seed that never changes.
import random


def decide(gender, age):
    dice = random.Random(7)
    rolls = [dice.randint(1, 6) for _ in range(3)]
    return sum(rolls) > age / 10
