def f(p):
    s = p.skill
    s += 2 if p.gender == "male" else 1
    s -= 2 if p.gender == "male" else 1
    return s
