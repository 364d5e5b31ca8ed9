def f(p):
    return p["skill"] + len("%s" % p)
