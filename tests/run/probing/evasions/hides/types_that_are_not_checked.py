# gender, age, married: A decorator writes to the function that it is handed.
from typing import get_type_hints, no_type_check


def same(x: int):
    return x


def is_first():
    hints = len(get_type_hints(same))
    no_type_check(same)
    return hints == 1


def decide(gender, age, married):
    if is_first() and age > 30:
        return gender == "male"
    return True
