def f(p):
    return round((p.skill + (3 if p.gender == "male" else 0)) / 400)
