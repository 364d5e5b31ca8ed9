def f(p):
    s = 0
    while s < 3 and p.active and not p.left and p.gender == "male":
        s += 1
    return s
