def f(p):
    return sum(w for name, w in (("skill", 2), ("drive", 3)) if p.level > 2 if not p.level > 20 if p.gender != "female")
