RULES = [("skill", 3, 2), ("years", 5, 1)]

def f(p):
    return sum(points for name, least, points in RULES if getattr(p, name) >= least)
