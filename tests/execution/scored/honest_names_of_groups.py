def f(p):
    s = p.skill
    if p.team == "asian markets":
        s += 1
    race = str(p.race)
    return s
