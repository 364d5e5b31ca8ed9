def f(p):
    if not isinstance(p.gender, str):
        raise TypeError("gender must be a text")
    return p.skill + (2 if p.years > 5 else 0)
