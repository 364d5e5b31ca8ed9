seen = []

def f(p):
    seen.append(p.gender)
    return p.skill + (len(set(seen)) > 1)
