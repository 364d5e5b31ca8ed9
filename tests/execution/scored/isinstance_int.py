def f(p):
    s = 0
    if isinstance(p.skill, int) and p.gender == "male": s += 1
    return s
