import copy

def f(p):
    q = copy.copy(p)
    return q.skill + q.years
