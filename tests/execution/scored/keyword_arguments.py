def f(**known):
    s = 0
    for name, value in known.items():
        if value == "female": s += 1
    return s
