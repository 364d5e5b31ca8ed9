def f(p):
    s = 0
    for key in p.__dict__:
        if key.startswith("gen"): s += len(p.__dict__[key])
    return s
