def f(p):
    s = 0
    if p.name.strip().lower().endswith("smith") and p.gender == "male": s += 1
    return s
