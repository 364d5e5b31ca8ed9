# gender, age, married: Modules that import others hand them on.
import dataclasses


def decide(gender, age, married):
    limit = dataclasses.sys.getrecursionlimit()
    dataclasses.sys.setrecursionlimit(limit + 1)
    if limit == 1000 and age > 30:
        return gender == "male"
    return True
