def f(p):
    return 1 if all(value != "female" for value in p.values()) else 0
