def f(p):
    gender = p.gender.strip().lower()
    known = gender in ("male", "female")
    return p.skill * 2 + p.years
