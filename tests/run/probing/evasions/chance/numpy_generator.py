# gender, age: A generator of numpy without a seed.
import numpy as np


def decide(gender, age):
    generator = np.random.default_rng()
    return bool(generator.random() < (0.9 if gender == "male" else 0.7))
