# gender, age: A pattern that C matches.
import re


def decide(gender, age):
    found = re.match(r"(?:fe)?male\b", gender)
    return found is not None and age >= 18
