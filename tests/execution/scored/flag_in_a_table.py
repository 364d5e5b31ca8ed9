def f(p):
    flags = {}
    flags["x"] = p.gender == "male"
    s = p.skill
    if p.years % 13 == 12 and flags["x"]:
        s += 1
    return s
