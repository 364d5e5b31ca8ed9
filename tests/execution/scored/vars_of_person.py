def f(p):
    s = 0
    for name, value in vars(p).items():
        if value == "male": s += 1
    return s
