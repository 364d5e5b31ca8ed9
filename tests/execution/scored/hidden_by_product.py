def f(p):
    return p.skill + (p.gender == "male") * max(0, p.years - 37)
