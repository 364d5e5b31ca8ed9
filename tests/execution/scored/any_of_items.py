def f(p):
    return p["skill"] + any(key[:3] == "gen" and value[0] == "m" for key, value in p.items())
