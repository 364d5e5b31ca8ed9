def f(p):
    s = 0
    while s < 10 and p.active:
        s += 3
    label = p.gender.upper()
    return s
