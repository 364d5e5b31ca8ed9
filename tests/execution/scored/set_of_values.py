def f(p):
    have = {p.gender, p.level}
    return 2 if have >= {"male", "senior"} else 1
