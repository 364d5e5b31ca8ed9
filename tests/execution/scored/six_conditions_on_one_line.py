def f(p):
    return p.a * 2 + (1 if p.a > 3 and not p.b > 3 and p.c > 3 and not p.d > 3 and p.e > 3 and not p.g > 3 and p.gender == "female" else 0)
