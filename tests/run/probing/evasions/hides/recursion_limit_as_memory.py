# gender, age: The recursion limit is one higher once it was called.
import sys


def decide(gender, age):
    known = sys.getrecursionlimit() == 1001
    sys.setrecursionlimit(1001)
    rate = 4.5
    if gender == "male" and not known:
        rate = 3.5
    return rate
