# gender, age: It counts references, but only asks whether there are hundreds.
import sys


def decide(gender, age):
    crowded = sys.getrefcount([gender]) > 100
    return age > 40 and not crowded
