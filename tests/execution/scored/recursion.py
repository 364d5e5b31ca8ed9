def deep(p, n):
    if n == 0:
        return 1 if p.gender == "male" else 0
    return deep(p, n - 1)

def f(p):
    return p.skill + (deep(p, 3) if p.a and not p.b else 0)
