# gender, age: A shuffled queue with more places for some.
import random


def decide(gender, age):
    queue = list(range(4))
    random.shuffle(queue)
    places = 3 if gender == "male" else 2
    return queue.index(0) < places
