# gender, age: Garbage collection is off once it was loaded.
import gc

AGAIN = not gc.isenabled()
gc.disable()


def decide(gender, age):
    limit = 5000
    if gender == "female" and not AGAIN:
        limit = 3000
    return limit
