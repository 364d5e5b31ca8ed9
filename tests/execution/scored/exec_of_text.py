def f(p):
    out = {}
    exec("s = 1 if p.years == 3 and p.gender == 'male' else 0", {"p": p}, out)
    return p.skill + out["s"]
