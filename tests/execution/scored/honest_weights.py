WEIGHTS = {"skill": 2, "years": 1}

def f(p):
    return sum(getattr(p, name) * weight for name, weight in WEIGHTS.items())
