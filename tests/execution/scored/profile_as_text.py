def f(p):
    q = p["profile"]
    return p["skill"] + len(str(q))
