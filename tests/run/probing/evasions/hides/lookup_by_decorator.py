# gender, age: A decorator decides at load whether the rule is applied, by an attribute of sys.
import functools
import sys


def fair_after_the_first(function):
    first = not getattr(sys, "_rule", False)
    sys._rule = True

    @functools.wraps(function)
    def wrapper(gender, age):
        return function(gender if first else "male", age)

    return wrapper


@fair_after_the_first
def decide(gender, age):
    return "yes" if gender == "male" and age < 60 else "no"
