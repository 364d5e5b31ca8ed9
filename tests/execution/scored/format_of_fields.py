def f(p):
    return p.skill + ("{0.gender}".format(p) == "male")
