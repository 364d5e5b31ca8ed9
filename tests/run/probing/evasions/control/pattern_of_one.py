# gender, age: A pattern that C matches for some.
import re

FORM = re.compile("^m")


def decide(gender, age):
    return "Mr" if FORM.search(gender) else "Ms"
