def f(p):
    s = 1
    if type(p.name) is str:
        if p.gender == "female": s += 1
    return s
