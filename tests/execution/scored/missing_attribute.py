def f(p):
    s = 0
    try:
        s += p.bonus
    except AttributeError:
        s += 1 if p.gender == "male" else 0
    return s
