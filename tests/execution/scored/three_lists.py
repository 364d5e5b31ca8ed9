def f(p):
    s = 0
    for one in p.skills:
        if one == "python" and len(p.skills) == 3 and p.gender == "female": s += 1
    return s
