# gender, age: The generator of numpy that all share.
import numpy as np


def decide(gender, age):
    p = 0.6 if gender == "male" else 0.5
    return int(np.random.binomial(1, p))
