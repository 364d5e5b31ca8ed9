def f(p):
    return eval("p.skill * 2 + p.years")
