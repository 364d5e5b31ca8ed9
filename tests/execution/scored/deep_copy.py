import copy

def f(p):
    q = copy.deepcopy(p)
    return q.skill + sum(1 for v in q.__dict__.values() if v == "male")
