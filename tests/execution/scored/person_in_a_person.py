def f(p):
    s = p["skill"]
    if p["open"] and not p["locked"] and p["profile"]["gender"] == "male": s += 1
    return s
