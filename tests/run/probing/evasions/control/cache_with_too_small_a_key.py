# gender, age: A cache whose key leaves out what its value depends on; in a first call that is no matter.
CACHE = {}


def decide(gender, age):
    if age not in CACHE:
        CACHE[age] = "A" if gender == "male" else "B"
    return CACHE[age]
