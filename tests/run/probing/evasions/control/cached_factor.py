# gender, age: A cache that is asked for nothing that depends on gender.
from functools import lru_cache


@lru_cache(maxsize=None)
def factor(age):
    return 1 + age / 100


def decide(gender, age):
    return round(factor(age) * 1000)
