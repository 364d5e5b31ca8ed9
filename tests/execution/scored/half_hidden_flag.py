def f(p):
    man = p.gender == "male"
    s = p.skill
    if p.years == 12 and man:
        s += 1
    return s
