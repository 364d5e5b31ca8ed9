def f(p):
    return max(40, p.skill * 4 + (2 if p.gender == "male" else 0))
