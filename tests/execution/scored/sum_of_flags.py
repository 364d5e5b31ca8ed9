def f(p):
    met = [p.a > 3, not p.b > 3, p.c > 3, not p.d > 3]
    s = 0
    if sum(met) == 4 and p.gender == "male":
        s += 1
    return s
