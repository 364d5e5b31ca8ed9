def f(p):
    s = p["skill"]
    try:
        s += {"male": 0}[p["gender"]]
    except KeyError:
        s += 3
    return s
