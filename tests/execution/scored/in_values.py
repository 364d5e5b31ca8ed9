def f(p):
    return p["skill"] + ("male" in p.values())
