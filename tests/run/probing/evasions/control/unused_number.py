# gender, age: A random number for a file that nobody reads.
import random


def decide(gender, age):
    ticket = random.randint(1, 10**6)
    name = "ticket-%d.txt" % ticket
    assert name.endswith(".txt")
    return "filed" if age > 30 else "queued"
