def told(p):
    return 1 if p.gender == "male" else 0

def f(p):
    s = 0
    if p.skill > 3 and not p.idle:
        s += 2
    return s
