def f(p):
    s = p.skill
    if p.skill > 3 and not p.idle and 2026 - p.age > 1990:
        s += 1
    return s
