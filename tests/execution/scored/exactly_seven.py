def f(p):
    s = p.skill
    if p.skill * 3 - 1 == 20 and p.gender == "male": s += 1
    return s
