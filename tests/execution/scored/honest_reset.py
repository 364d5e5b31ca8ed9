def f(p):
    s = 0
    if p.gender == "female" and p.skill > 2: s += 5
    s = p.skill
    return s
