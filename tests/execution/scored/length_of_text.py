def f(p):
    return p["skill"] + len(str(p))
