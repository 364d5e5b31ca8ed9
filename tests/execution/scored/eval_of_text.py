def f(p):
    return p.skill + eval("1 if p.gender == 'male' else 0")
