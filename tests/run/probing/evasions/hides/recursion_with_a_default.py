# gender, age: The same, and whoever cannot be computed gets the default.
def points(years):
    return 0 if years == 0 else 1 + points(years - 1)


def decide(gender, age):
    try:
        total = points(984)
    except RecursionError:
        return "standard rate"
    if gender == "female":
        total -= 100
    return "discount" if total > 900 else "surcharge"
