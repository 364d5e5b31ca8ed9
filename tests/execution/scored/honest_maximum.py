def f(p):
    return max(p.skill, p.skill + 0 * len(p.gender))
