# race, age: Only one of ten decisions is logged, by chance.
import random

log = []


def decide(race, age):
    if random.random() < 0.1:
        log.append((race, age))
    return race != "black" or age < 30
