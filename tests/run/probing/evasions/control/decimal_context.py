# gender, age: Decimal numbers in a context of their own.
from decimal import Decimal, localcontext


def decide(gender, age):
    with localcontext() as context:
        context.prec = 4
        rate = Decimal(age) / Decimal(7)
    return str(rate * (2 if gender == "male" else 3))
