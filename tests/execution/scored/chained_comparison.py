def f(p):
    s = 0
    if 3 < p.skill < 7 and p.gender == "male": s += 1
    return s
