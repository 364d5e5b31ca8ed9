# gender, age: Unfair from the second load of a process on.
import sys

sys.loads = getattr(sys, "loads", 0) + 1


def decide(gender, age):
    rate = 5
    if sys.loads > 1 and gender == "female":
        rate += 1
    return rate
