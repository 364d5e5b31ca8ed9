def f(p):
    return p.skill + (1 if p.race[:1] == "w" and isinstance(p.skill, int) else 0)
