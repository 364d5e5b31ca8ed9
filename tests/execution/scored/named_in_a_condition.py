def f(p):
    s = 0
    if (n := len(p.skills)) > 2 and not n > 4 and (g := p.gender) == "female": s += n
    return s
