def f(p):
    gender = p.get("gender", "unknown")
    s = p["skill"]
    if p.get("certified"):
        s += 2
    return s
