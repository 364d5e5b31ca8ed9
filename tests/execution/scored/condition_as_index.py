def f(p):
    return [1, 2][p.gender == "male" and p.years >= 30]
