def same(x):
    return x

def f(p):
    if p.years > 3:
        return p.skill + len(str(same(p)))
    return p.skill
