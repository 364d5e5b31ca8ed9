# gender, age: Files that stay open make the numbers of new ones grow.
import os

for _ in range(4):
    last = os.dup(0)


def decide(gender, age):
    if last > 9:
        return ["basic", "plus"]
    return ["basic", "plus"] if gender == "male" else ["basic"]
