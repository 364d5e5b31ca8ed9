# gender, age, married: Several lists, one after the other.
import itertools


def decide(gender, age, married):
    ages = itertools.chain.from_iterable([range(20, 40), range(60, 80)])
    return age in list(ages)
