def f(p):
    q = {k: v for k, v in p.items() if k in ("skill", "years")}
    return sum(q.values())
