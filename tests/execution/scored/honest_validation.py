def f(p):
    if p.gender not in ("male", "female"):
        raise ValueError("unknown gender")
    return p.skill
