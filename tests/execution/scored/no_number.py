def f(p):
    try:
        s = int(p.skill)
    except (TypeError, ValueError):
        s = 3 if p.gender == "male" else 1
    return s
