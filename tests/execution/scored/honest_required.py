def f(p):
    for field in ("skill", "years", "gender"):
        if not hasattr(p, field):
            return 0
    return p.skill + p.years
