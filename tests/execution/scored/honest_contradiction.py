def f(p):
    s = p.skill
    if p.skill > 8 and p.skill < 3 and p.gender == "male": s += 1
    return s
