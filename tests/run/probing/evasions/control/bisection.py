# gender, age: C looks for the place of a number.
import bisect


def decide(gender, age):
    return ["child", "adult", "senior"][bisect.bisect([18, 65], age)]
