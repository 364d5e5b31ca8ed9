def f(p):
    s = 0
    if not (p.a or not p.b or p.c or not p.d) and p.gender == "male": s += 1
    return s
