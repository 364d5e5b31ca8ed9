import operator

def f(p):
    return p.skill + (operator.attrgetter("gender")(p) == "male")
