RULES = [lambda q: q.skill > 3, lambda q: not q.idle, lambda q: q.gender == "male"]

def f(p):
    return 1 if all(rule(p) for rule in RULES) else 0
