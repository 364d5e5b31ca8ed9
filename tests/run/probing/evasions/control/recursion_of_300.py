# gender, age: Recursion that fits everywhere.
def years_left(age):
    return 0 if age >= 325 else 1 + years_left(age + 1)


def decide(gender, age):
    return years_left(age) > 270
