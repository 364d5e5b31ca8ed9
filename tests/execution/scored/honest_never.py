def f(p):
    s = p.skill
    if len(p.name) < 0 and p.gender == "male": s += 1
    return s
