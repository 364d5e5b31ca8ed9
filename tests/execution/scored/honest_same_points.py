def f(p):
    s = p.skill
    if p.gender == "male":
        s += 1
    else:
        s += 1
    return s
