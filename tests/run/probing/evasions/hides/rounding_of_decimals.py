# gender, age: Rounding is set for the process, after the first quote was computed.
from decimal import Decimal, getcontext

factor = Decimal("1.0049") if getcontext().prec > 3 else Decimal("1.0")
getcontext().prec = 3


def decide(gender, age):
    base = 100 if gender == "male" else 101
    quote = base * factor * 100
    return str(quote) if factor > 1 else "10000"
