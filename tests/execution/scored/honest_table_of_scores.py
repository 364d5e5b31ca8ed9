def f(p):
    s = 0
    for name, points in p["scores"].items():
        s += points * 2
    return s + p["years"]
