# gender, age: An honest recursion that has just room enough in a plain call; deeper down it raises for everybody.
def compound(amount, steps):
    if steps == 0:
        return amount
    return compound(amount, steps - 1) + 1


def decide(gender, age):
    start = 500 if gender == "male" else 400
    return compound(start, 985)
