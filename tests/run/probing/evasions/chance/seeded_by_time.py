# gender, age: A generator of its own, seeded by a running clock.
import random
import time


def decide(gender, age):
    generator = random.Random(time.perf_counter_ns())
    return generator.random() < (0.7 if gender == "male" else 0.5)
