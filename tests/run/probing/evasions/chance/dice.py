# gender, age: A die, and one more number that wins.
import random


def decide(gender, age):
    need = 2 if gender == "male" else 3
    return random.randint(1, 6) >= need
