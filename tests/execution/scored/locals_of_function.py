def f(gender, skill):
    s = skill
    if locals()["gen" + "der"] == "male": s += 1
    return s
